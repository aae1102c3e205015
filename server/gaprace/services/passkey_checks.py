"""The use of the package `webauthn`: options for browsers, and the verification of authenticators' responses.

The package takes 0.2 s to load, so it is loaded when a passkey is first used.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from gaprace.ports import StoredPasskey, StoredPlayer


def registration_options(
    player: StoredPlayer, site: str, host: str, challenge: bytes, known: Sequence[StoredPasskey]
) -> dict[str, Any]:
    """Return the options for creating a passkey, which devices list under the player's name."""
    options = generate_registration_options(
        rp_id=host,
        rp_name=site,
        user_id=player.id.encode(),
        user_name=player.name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(each.id)) for each in known],
    )
    return options_to_json_dict(options)


def sign_in_options(host: str, challenge: bytes) -> dict[str, Any]:
    """Return the options for a sign-in with any passkey of this site."""
    return options_to_json_dict(generate_authentication_options(rp_id=host, challenge=challenge))


def registered(credential: Mapping[str, Any], host: str, origin: str, challenge: bytes) -> VerifiedRegistration:
    """Return the passkey from an authenticator's response to a challenge; raise any exception if it is invalid."""
    return verify_registration_response(
        credential=dict(credential), expected_challenge=challenge, expected_rp_id=host, expected_origin=origin
    )


def signed(
    credential: Mapping[str, Any], host: str, origin: str, challenge: bytes, passkey: StoredPasskey
) -> VerifiedAuthentication:
    """Return the verified signature of a challenge by a passkey; raise any exception if it is invalid."""
    return verify_authentication_response(
        credential=dict(credential),
        expected_challenge=challenge,
        expected_rp_id=host,
        expected_origin=origin,
        credential_public_key=passkey.public_key,
        credential_current_sign_count=passkey.sign_count,
    )
