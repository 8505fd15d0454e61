"""Text that would do something if it were not shown as text."""

NASTY = [
    "a|b | c",
    "`code` ``` fence",
    "<script>alert(1)</script> <img src=x onerror=y>",
    "</style></title><svg onload=alert(1)> \" onmouseover='x",
    "# heading\n## another",
    "[click](javascript:alert(1)) ![x](https://evil.example/x.png) <https://evil.example>",
    "https://evil.example www.evil.example me@evil.example",
    "- item\n+ item\n* item\n1. one\n2) two\n> quote",
    "title\n===\n\n    code\n\n---\n***",
    "&lt;b&gt; &#x41; \\* ~~gone~~ **bold** _it_ $x^2$",
    "[ref]: https://evil.example\n\n[^1]: note\n\n| a |\n|---|",
    "\x1b]0;title\x07\x1b[31mred \u202eback\u202c nul\x00",
    "{{ 7 * 7 }} {% include 'x' %} {0} %s",
    '=HYPERLINK("https://evil.example","x")',
    "KV 缓存 👨‍👩‍👧 ①",
]


def without_controls(text: str) -> str:
    """`text` as a report may show it: with blanks where it controls or reorders."""
    controls = {
        *range(32),
        *range(0x7F, 0xA0),
        0x200E,
        0x200F,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    }
    return "".join(" " if ord(character) in controls else character for character in text)
