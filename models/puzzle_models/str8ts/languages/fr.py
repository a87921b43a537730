"""Str8ts in French. The words for its things: suite, case blanche, case noire, chiffre, ligne, colonne."""

from __future__ import annotations

from puzzle_models.kernel.languages import Texts

TEXTS = Texts(
    name="Str8ts",
    rules=(
        "Écrivez un chiffre dans chaque case blanche : de 1 à 9 si la grille a neuf cases de large, de 1 à 6 si elle "
        "en a six.",
        "Aucun chiffre ne se répète dans une ligne ni dans une colonne.",
        "Les cases blanches qui se suivent, jusqu’à la prochaine case noire ou jusqu’au bord, forment une suite : des "
        "chiffres sans trou, dans n’importe quel ordre, comme 4, 2, 3, 5.",
        "Un chiffre blanc sur noir n’appartient à aucune suite, mais il n’est plus possible ailleurs dans sa ligne et "
        "dans sa colonne.",
        "Il y a une seule solution, et il ne faut jamais deviner.",
    ),
    says={
        "exclusion": "Un chiffre placé dans une ligne ou colonne n’y est nulle part ailleurs.",
        "range": "Un chiffre qui n’entre dans aucune suite encore possible de ses cases est exclu.",
        "hidden-single": "Un chiffre présent dans toute suite possible, et à qui il reste une seule case, va là.",
        "required-digit": "Un chiffre présent dans toute suite possible est dans ces cases, et non à côté.",
        "gap": "Un chiffre avec lequel les autres cases ne peuvent former de suite est exclu.",
        "naked-pair": "Deux cases d’une ligne ou colonne se partagent leurs deux derniers chiffres : aucune autre ne "
        "les a.",
        "hidden-pair": "Deux chiffres que la suite doit avoir n’ont plus que les deux mêmes cases : rien d’autre n’y "
        "va.",
        "naked-set": "Trois à cinq cases d’une ligne ou colonne se partagent autant de chiffres : aucune autre ne les "
        "a.",
        "hidden-set": "Trois à cinq chiffres que la suite doit avoir n’ont plus qu’autant de cases : rien d’autre n’y "
        "va.",
        "split-compartment": "Un chiffre ne reste que là où toutes les cases de sa suite peuvent être remplies avec "
        "lui.",
        "locked-compartments": "Les suites d’une ligne ou colonne ne partagent aucun chiffre : celles qui ne laissent "
        "pas de place aux autres sont exclues.",
        "fish": "Un chiffre que plusieurs lignes doivent avoir, toutes dans autant de colonnes, n’est pas ailleurs "
        "dans ces colonnes.",
        "setti": "Un chiffre est dans autant de lignes que de colonnes : le compte peut dire lesquelles l’ont.",
        "contradiction": "Supposez un chiffre, suivez les techniques faciles, trouvez une contradiction : il n’est pas "
        "là.",
        "long-contradiction": "Supposez un chiffre, suivez toutes les techniques jusqu’à difficile, trouvez une "
        "contradiction : il n’est pas là.",
    },
    phrases={
        "left": " Il reste {items}.",
        "at": "{digit} en {cell}",
        "must-be": "doit être {straights}",
        "can-only-be": "ne peut être que {straights}",
        "can-only-be-from": "ne peut être que {first} ou plus haut, jusqu’à {last}",
        "limited-cell": "{span} {limited}",
        "limited": "En {span}, la suite {limited}",
        "no-other": "aucune autre case dans {lines} n’est {digits}",
        "must-contain": "{limited} et doit donc contenir {digits}",
        "exclusion": "{cell} est {digit}, donc {no_other}.",
        "exclusion-black": "{cell} est noire et porte {digit}, donc {no_other}.",
        "range": "En {span}, {limits}, donc la suite {straight} : aucune de ses cases n’est {digits}.",
        "is": "{cell} est {digit}",
        "few": "{cell} ne peut être que {digits}",
        "few-from": "{cell} ne peut aller que de {first} à {last}",
        "missing": "aucune case ne peut être {digits}",
        "required": "{must} : {no_other}.",
        "hidden-single": "{must} : parmi ses cases, seule {cell} peut être {digits}, donc {cell} est {single}.",
        "hidden": "{must} : parmi ses cases, seules {cells} peuvent être {digits}, donc ces {count} cases ne sont rien "
        "d’autre.",
        "naked": "{cells} n’ont que {digits} à se partager, donc {no_other}.",
        "unfillable": "{limited}. {lacks}. Donc {cell} n’est pas {digits}.",
        "would-leave": "{digit} en {cell} ne laisserait {lacks}",
        "and-lack": ", et ",
        "lacking": "à {straights} {lack}",
        "lack-cell": "aucune case pour {many}",
        "lack-digit": "aucun chiffre pour {many}",
        "lack-more": "que {some} pour {many}",
        "locked": "{limited}, mais {full}. Donc elle {fits} : {follows}.",
        "crowded": "{straights} ne laisserait là aucune suite pour {spans}",
        "together": "{spans} à la fois",
        "not-within": "aucune de ses cases n’est {digits}",
        "not-it": "elle n’est pas {digits}",
        "must-beside": "elle doit contenir {digits}, donc {no_other}",
        "fish": "Dans {lines}, les suites en {spans} doivent contenir {digit}, et ne lui laissent de place que dans "
        "{across} : {no_other}.",
        "balance": "Un chiffre est dans autant de lignes que de colonnes. {Must} {must:doit|doivent} avoir {digit}, et "
        "{can} {can:peut|peuvent} l’avoir",
        "balance-only": "Un chiffre est dans autant de lignes que de colonnes. {Must} {must:doit|doivent} avoir "
        "{digit}, et {can} {can:peut seule|peuvent seules} l’avoir",
        "no-other-row": "{balance} : aucune autre ligne ne l’a.",
        "no-other-column": "{balance} : aucune autre colonne ne l’a.",
        "each-does": "{balance} : chacune l’a donc. Avec {digit} dans {line}, la suite en {span} {fits} : {follows}.",
        "each-does-cell": "{balance} : chacune l’a donc. Avec {digit} dans {line}, {span} {fits} : {follows}.",
        "suppose": "Supposons {digit} en {cell} : après {rounds} de {techniques}, {broken} n’a plus de chiffre. Donc "
        "{cell} n’est pas {digit}.",
        "round": "un tour",
        "rounds": "{count} tours",
        "easy-techniques": "techniques faciles",
        "hard-techniques": "techniques jusqu’à difficile",
    },
)
