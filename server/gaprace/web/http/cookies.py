"""Cookies of this server: for all of its paths, out of reach of scripts, and not sent by forms of other sites."""

from http.cookies import SimpleCookie


def cookie_header(name: str, value: str, max_age_s: int, *, secure: bool) -> str:
    """Return the `Set-Cookie` header that stores a value; an empty one deletes the cookie."""
    cookie: SimpleCookie = SimpleCookie()
    cookie[name] = value
    cookie[name].update({"path": "/", "max-age": str(max_age_s if value else 0), "samesite": "Lax"})
    cookie[name]["httponly"], cookie[name]["secure"] = True, secure
    return cookie[name].OutputString()
