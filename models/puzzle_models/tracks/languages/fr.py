"""Train Tracks in French. The words for its things: voie, rail, pièce, case, ligne, colonne, entrée, sortie."""

from __future__ import annotations

from puzzle_models.kernel.languages import Texts
from puzzle_models.tracks.pieces import in_words

TEXTS = Texts(
    name="Voies ferrées",
    rules=(
        "Tracez une seule voie dans la grille, de la flèche qui entre à la flèche qui sort.",
        "Une case se traverse en ligne droite ou en courbe, une fois au plus. La voie ne bifurque pas, ne se croise "
        "pas et ne laisse rien de côté : toutes les pièces forment une seule voie.",
        "Le nombre au-dessus d’une colonne et à côté d’une ligne dit combien de ses cases portent la voie.",
        "Les pièces sur fond gris sont données et ne bougent pas.",
        "Il y a une seule solution, et il ne faut jamais deviner.",
    ),
    says={
        "rail": "Un rail a besoin de son autre moitié : deux voisines sont d’accord sur le rail qui les sépare.",
        "full-line": "Une ligne ou colonne qui a toutes ses cases de voie est vide ailleurs.",
        "last-cells": "Une ligne ou colonne qui a besoin de toutes ses cases ouvertes a de la voie dans chacune.",
        "no-loop": "La voie ne se referme jamais : aucun rail ne joint les deux bouts d’un même tronçon.",
        "early-join": "L’entrée et la sortie ne se rejoignent pas tant qu’il manque de la voie ailleurs.",
        "loose-end": "Il manque une case de voie et rien ne peut traverser : le seul rail qui continue dans cette "
        "direction y est.",
        "neighbours": "Il manque une seule case de voie : une case qui entraînerait aussi sa voisine est vide.",
        "spare-cell": "Il reste une seule case vide : une case sans laquelle sa voisine ne pourrait porter la voie "
        "n’est pas celle-là.",
        "parity": "La voie franchit tout contour fermé un nombre pair de fois : le dernier rail inconnu de l’un d’eux "
        "est donc connu.",
        "gap": "Il manque une seule case de voie : dans cette direction, aucun rail ne joint deux cases ouvertes.",
        "pocket": "Ce qu’une case sépare des deux bouts est vide ; une case qui sépare un bout de l’autre porte la "
        "voie.",
        "contradiction": "Supposez une case ou un rail, suivez les techniques faciles, trouvez une contradiction : "
        "c’est le contraire qui est vrai.",
    },
    spoken=in_words("verticale", "horizontale", "haut–droite", "haut–gauche", "bas–droite", "bas–gauche"),
    phrases={
        "left": " Il reste {piece} en {cell}.",
        "rail-is": "{cell} est {piece} : {rails}.",
        "rail-empty": "{cell} est vide : {rails}.",
        "rail-part": "{cell} ne peut être que {pieces} : {rails}.",
        "rail-part-or-empty": "{cell} ne peut être que {pieces} ou vide : {rails}.",
        "and-rail": ", et ",
        "must-rail": "{cells} {cells:doit|doivent} avoir un rail vers elle",
        "no-rail": "{cells} ne {cells:peut|peuvent} avoir de rail vers elle",
        "full-0": "{Line} n’a pas de voie : {cells} {cells:est vide|sont vides}.",
        "full-1": "{Line} a sa seule case de voie : {cells} {cells:est vide|sont vides}.",
        "full-2": "{Line} a ses deux cases de voie : {cells} {cells:est vide|sont vides}.",
        "full-many": "{Line} a ses {count} cases de voie : {cells} {cells:est vide|sont vides}.",
        "last-1": "Il manque une case de voie à {line}, où une case est ouverte : {cells} porte la voie.",
        "last-2": "Il manque deux cases de voie à {line}, où deux cases sont ouvertes : les deux portent la voie "
        "({cells}).",
        "last-many": "Il manque {count} cases de voie à {line}, où {count} cases sont ouvertes : toutes les {count} "
        "portent la voie ({cells}).",
        "loop": "Un rail entre {pair} fermerait une boucle : il n’y en a pas.",
        "early-join": "Un rail entre {pair} relierait l’entrée à la sortie alors qu’il manque encore de la voie : il "
        "n’y en a pas.",
        "loose-end-at": "Il manque une case de voie à {line} et rien ne peut la traverser : elle ne peut continuer "
        "qu’en {cells}, c’est donc là.",
        "loose-end-between": "Il manque une case de voie à {line} et rien ne peut la traverser : elle ne peut "
        "continuer que par le rail entre {cells}, il y est donc.",
        "neighbours": "Il manque une case de voie à {line} : de la voie en {cell} en demanderait aussi en {other}, "
        "donc {cell} est vide.",
        "spare-cell": "Il reste une case vide à {line} : si c’était {cell}, {other} serait vide aussi, donc {cell} "
        "porte la voie.",
        "parity-rail": "La voie franchit tout contour fermé un nombre pair de fois ; sur l’un d’eux on connaît tous "
        "les rails sauf celui entre {pair} : il y est.",
        "parity-none": "La voie franchit tout contour fermé un nombre pair de fois ; sur l’un d’eux on connaît tous "
        "les rails sauf celui entre {pair} : il n’y est pas.",
        "gap": "Il manque une case de voie à {line} : un rail entre {pair} en apporterait deux, il n’y en a donc pas.",
        "pocket-track": "Tout chemin de l’entrée à la sortie passe par {cells} : elle porte la voie.",
        "pocket-empty": "Seule {neck} mène à {cells}, et la voie ne passe pas deux fois par une case : il n’y a là pas "
        "de voie.",
        "suppose-empty": "Supposons {cells} vide : {outcome}. Elle porte donc la voie.",
        "suppose-track": "Supposons de la voie en {cells} : {outcome}. Elle est donc vide.",
        "suppose-no-rail": "Supposons qu’il n’y ait pas de rail entre {pair} : {outcome}. Il y en a donc un.",
        "suppose-rail": "Supposons un rail entre {pair} : {outcome}. Il n’y en a donc pas.",
        "outcome": "par les techniques faciles, {cell} ne pourrait ni porter la voie ni être vide",
    },
)
