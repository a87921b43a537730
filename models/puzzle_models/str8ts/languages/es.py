"""Str8ts in Spanish. The words for its things: escalera, casilla blanca, casilla negra, cifra, fila, columna."""

from __future__ import annotations

from puzzle_models.kernel.languages import Texts

TEXTS = Texts(
    name="Str8ts",
    rules=(
        "Escribe una cifra en cada casilla blanca: del 1 al 9 si la cuadrícula tiene nueve casillas de ancho, del 1 al "
        "6 si tiene seis.",
        "Ninguna cifra se repite en una fila ni en una columna.",
        "Las casillas blancas seguidas, hasta la próxima casilla negra o el borde, forman una escalera: cifras sin "
        "huecos, en cualquier orden, como 4, 2, 3, 5.",
        "Una cifra blanca sobre negro no es de ninguna escalera, pero ya no puede estar en el resto de su fila ni de "
        "su columna.",
        "Hay una sola solución, y nunca hace falta adivinar.",
    ),
    says={
        "exclusion": "Una cifra que está en una fila o columna no está en ninguna otra casilla de ella.",
        "range": "Una cifra que no cabe en ninguna escalera posible de sus casillas queda fuera.",
        "hidden-single": "Una cifra que está en toda escalera posible, y a la que le queda una casilla, va ahí.",
        "required-digit": "Una cifra que está en toda escalera posible está en esas casillas, y no al lado.",
        "gap": "Una cifra con la que las demás casillas no pueden formar escalera queda fuera.",
        "naked-pair": "Dos casillas de una línea comparten sus dos últimas cifras: ninguna otra las tiene.",
        "hidden-pair": "A dos cifras que la escalera debe tener les quedan las mismas dos casillas: no hay ahí nada "
        "más.",
        "naked-set": "De tres a cinco casillas de una línea comparten otras tantas cifras: ninguna otra las tiene.",
        "hidden-set": "A tres, cuatro o cinco cifras que la escalera debe tener les quedan otras tantas casillas: no "
        "hay ahí nada más.",
        "split-compartment": "Una cifra solo queda donde todas las casillas de su escalera se pueden rellenar con "
        "ella.",
        "locked-compartments": "Las escaleras de una línea no comparten cifras: las que no dejan sitio a las demás "
        "quedan fuera.",
        "fish": "Una cifra que varias filas deben tener, todas en otras tantas columnas, no está en otro lugar de esas "
        "columnas.",
        "setti": "Una cifra está en tantas filas como columnas: la cuenta puede decir qué líneas la tienen.",
        "contradiction": "Supón una cifra, sigue las técnicas fáciles y halla una contradicción: no está ahí.",
        "long-contradiction": "Supón una cifra, sigue todas las técnicas hasta difícil y halla una contradicción: no "
        "está ahí.",
    },
    phrases={
        "left": " Queda {items}.",
        "at": "{digit} en {cell}",
        "must-be": "tiene que ser {straights}",
        "can-only-be": "solo puede ser {straights}",
        "can-only-be-from": "solo puede ser {first} o más alta, hasta {last}",
        "limited-cell": "{span} {limited}",
        "limited": "En {span} la escalera {limited}",
        "no-other": "ninguna otra casilla en {lines} es {digits}",
        "must-contain": "{limited} y por eso debe contener {digits}",
        "exclusion": "{cell} es {digit}, así que {no_other}.",
        "exclusion-black": "{cell} es negra con la cifra {digit}, así que {no_other}.",
        "range": "En {span}, {limits}, así que la escalera {straight}: ninguna de sus casillas es {digits}.",
        "is": "{cell} es {digit}",
        "few": "{cell} solo puede ser {digits}",
        "few-from": "{cell} solo puede ser de {first} a {last}",
        "missing": "ninguna casilla puede ser {digits}",
        "required": "{must}: {no_other}.",
        "hidden-single": "{must}: de sus casillas solo {cell} puede ser {digits}, así que {cell} es {single}.",
        "hidden": "{must}: de sus casillas solo {cells} pueden ser {digits}, así que estas {count} casillas no son "
        "otra cosa.",
        "naked": "{cells} solo tienen {digits} entre todas, así que {no_other}.",
        "unfillable": "{limited}. {lacks}. Luego {cell} no es {digits}.",
        "would-leave": "{digit} en {cell} dejaría {lacks}",
        "and-lack": ", y ",
        "lacking": "a {straights} {lack}",
        "lack-cell": "sin casilla para {many}",
        "lack-digit": "sin cifra para {many}",
        "lack-more": "con solo {some} para {many}",
        "locked": "{limited}, pero {full}. Así que {fits}: {follows}.",
        "crowded": "{straights} ahí no dejaría escalera para {spans}",
        "together": "{spans} a la vez",
        "not-within": "ninguna de sus casillas es {digits}",
        "not-it": "no es {digits}",
        "must-beside": "debe contener {digits}, así que {no_other}",
        "fish": "En {lines}, las escaleras de {spans} deben contener {digit}, y solo le dan sitio en {across}: "
        "{no_other}.",
        "balance": "Una cifra está en tantas filas como columnas. {Must} {must:debe|deben} tener {digit}, y {can} "
        "{can:puede|pueden}",
        "balance-only": "Una cifra está en tantas filas como columnas. {Must} {must:debe|deben} tener {digit}, y solo "
        "{can} {can:puede|pueden}",
        "no-other-row": "{balance}: ninguna otra fila la tiene.",
        "no-other-column": "{balance}: ninguna otra columna la tiene.",
        "each-does": "{balance}: todas estas la tienen. Con {digit} en {line}, la escalera de {span} {fits}: "
        "{follows}.",
        "each-does-cell": "{balance}: todas estas la tienen. Con {digit} en {line}, {span} {fits}: {follows}.",
        "suppose": "Supongamos {digit} en {cell}: tras {rounds} de {techniques}, {broken} se queda sin cifra. Luego "
        "{cell} no es {digit}.",
        "round": "una vuelta",
        "rounds": "{count} vueltas",
        "easy-techniques": "las técnicas fáciles",
        "hard-techniques": "las técnicas hasta difícil",
    },
)
