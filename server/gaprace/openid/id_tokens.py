"""ID tokens: whether a provider has signed one for this server and this sign-in (OpenID Connect Core 1.0, 3.1.3.7)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, Key, KeySet, OKPKey, RSAKey
from joserfc.jws import extract_compact

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "Ed25519", "EdDSA")
"""Signatures that only the holder of a private key can make: neither `none`, nor a MAC by what is no secret."""
MAX_SUBJECT = 255
"""Characters of a subject (OpenID Connect Core 1.0, section 2)."""
LEEWAY_S = 60
"""The tolerated difference of the provider's clock."""
_KINDS: Mapping[str, Any] = {"RSA": RSAKey, "EC": ECKey, "OKP": OKPKey}


class UnknownKey(Exception):
    """A token is signed by a key that is not among those of the provider, as far as they are known."""


def usable_keys(jwks: Mapping[str, Any]) -> KeySet:
    """Return the public keys of a JWK Set (RFC 7517) that may have signed a token, without those of other kinds."""
    found = []
    for each in jwks.get("keys") or ():
        if isinstance(each, dict) and each.get("use", "sig") == "sig" and each.get("kty") in _KINDS:
            try:
                found.append(_KINDS[each["kty"]].import_key(each))
            except (JoseError, ValueError, TypeError, KeyError):
                continue  # of a curve that is not known here
    return KeySet(found)


def verified(
    token: str, keys: KeySet, algorithms: Collection[str], expected: Mapping[str, str], now_s: int
) -> Mapping[str, Any]:
    """Return the claims of a token.

    `expected`: `iss`, `aud` and `nonce`. Raises ValueError with the reason, for the log, if it proves nothing.
    """
    try:
        header = extract_compact(token.encode()).headers()
        allowed = [each for each in ALGORITHMS if each in algorithms]
        claims = jwt.decode(token, _key(keys, header), algorithms=allowed).claims
        _registry(expected, now_s).validate(claims)
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise ValueError(str(error)) from None
    party = claims.get("azp", expected["aud"])
    if party != expected["aud"] or (isinstance(claims["aud"], list) and len(claims["aud"]) > 1 and "azp" not in claims):
        raise ValueError("the token is for another party (azp)")
    if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= MAX_SUBJECT:
        raise ValueError("the subject is impossible")
    return claims


def _key(keys: KeySet, header: Mapping[str, Any]) -> Key:
    """Return the key that a header names; without a name, the only one of its kind."""
    named = [key for key in keys.keys if "kid" not in header or key.kid == header["kid"]]
    kind = {"R": "RSA", "P": "RSA", "ES": "EC", "Ed": "OKP"}
    fitting = [
        key
        for key in named
        if any(str(header.get("alg")).startswith(start) and key.key_type == of for start, of in kind.items())
    ]
    if not named:
        raise UnknownKey
    if len(fitting) != 1:
        raise ValueError(f"{len(fitting)} keys fit the algorithm {header.get('alg')}")
    return fitting[0]


def _registry(expected: Mapping[str, str], now_s: int) -> jwt.JWTClaimsRegistry:
    fixed = {name: {"essential": True, "value": value} for name, value in expected.items()}
    present: Sequence[str] = ("sub", "exp", "iat")
    return jwt.JWTClaimsRegistry(now=now_s, leeway=LEEWAY_S, **fixed, **{name: {"essential": True} for name in present})  # type: ignore[arg-type]
