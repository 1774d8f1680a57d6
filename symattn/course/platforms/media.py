"""Figures on platforms: inside the page where it is made anew for every student, else as a file that goes along."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from markupsafe import Markup

from symattn.files import Files
from symattn.tables import among


def inside(drawing: Markup) -> Markup:
    """The address of a drawing that is the drawing itself (RFC 2397).

    >>> inside(Markup("<svg/>"))
    Markup('data:image/svg+xml;base64,PHN2Zy8+')
    """
    return Markup(f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}")


class Media:
    """Drawings as files: each has an address behind *place*, and is kept to be written beside the texts that show it.

    >>> media = Media("@@PLUGINFILE@@/")
    >>> address = media(Markup("<svg/>"))
    >>> address
    Markup('@@PLUGINFILE@@/figure-d4dc56669143.svg')
    >>> media.of(f"<img src='{address}'>"), media.of("no figure")
    ({'figure-d4dc56669143.svg': b'<svg/>'}, {})
    """

    def __init__(self, place: str) -> None:
        self.place = place
        self.kept: Files = {}

    def __call__(self, drawing: Markup) -> Markup:
        """The address of a drawing."""
        data = drawing.encode()
        name = f"figure-{sha256(data).hexdigest()[:12]}.svg"
        self.kept[name] = data
        return Markup(self.place + name)

    def of(self, text: str) -> Files:
        """The files that a text shows, by their names."""
        return among(self.kept, text)
