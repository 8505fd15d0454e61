"""`python -m drill`, where the script `drill` is not on the path."""

from drill.cli import main

if __name__ == "__main__":
    main()
