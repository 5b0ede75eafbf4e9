"""The verdict corpus: small programs whose truth is known from their text. README.md tells how."""
