"""
Karrio loads a style sheet from the internet when it starts, and fails without. The tests print none of its documents.
Nothing in its database must outlive the test, so SQLite waits for no disk: 430 migrations take seconds, not minutes.
"""

import sqlite3

import weasyprint

css = weasyprint.CSS
weasyprint.CSS = lambda *args, url=None, **more: css(string="") if url else css(*args, **more)

connect = sqlite3.dbapi2.connect


def without_waiting(*args, **more):
    connection = connect(*args, **more)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


sqlite3.dbapi2.connect = without_waiting
sqlite3.connect = without_waiting
