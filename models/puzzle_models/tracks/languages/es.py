"""Train Tracks in Spanish. The words for its things: vía, raíl, pieza, casilla, fila, columna, entrada, salida."""

from __future__ import annotations

from puzzle_models.kernel.languages import Texts
from puzzle_models.tracks.pieces import in_words

TEXTS = Texts(
    name="Vías de tren",
    rules=(
        "Traza una sola vía por la cuadrícula, desde la flecha que entra hasta la flecha que sale.",
        "Una casilla se atraviesa en recta o en curva, y una vez como mucho. La vía no se ramifica, no se cruza y no "
        "deja nada suelto: todas las piezas son de la misma línea.",
        "El número encima de una columna y al lado de una fila dice cuántas de sus casillas tienen vía.",
        "Las piezas sobre fondo gris vienen dadas y no se mueven.",
        "Hay una sola solución, y nunca hace falta adivinar.",
    ),
    says={
        "rail": "Un raíl necesita su otra mitad: dos vecinas coinciden en el raíl que hay entre ellas.",
        "full-line": "Una fila o columna que ya tiene todas sus casillas con vía está vacía en las demás.",
        "last-cells": "Una fila o columna que necesita todas sus casillas abiertas tiene vía en cada una.",
        "no-loop": "La vía nunca se cierra sobre sí misma: ningún raíl une los dos extremos de un mismo tramo.",
        "early-join": "Entrada y salida no se unen mientras falte vía en otra parte.",
        "loose-end": "A una línea le falta una casilla con vía y nada puede cruzarla: el único raíl que sigue a lo "
        "largo de ella está ahí.",
        "neighbours": "A una línea le falta una casilla con vía: la casilla que obligaría también a su vecina está "
        "vacía.",
        "spare-cell": "A una línea le queda una casilla vacía: la casilla sin la que su vecina no podría tener vía no "
        "es esa.",
        "parity": "La vía cruza todo contorno cerrado un número par de veces, así que se conoce el último raíl dudoso "
        "de uno de ellos.",
        "gap": "A una línea le falta una casilla con vía: ningún raíl a lo largo de ella une dos casillas abiertas.",
        "pocket": "Lo que una casilla separa de ambos extremos está vacío; una casilla que separa un extremo del otro "
        "tiene vía.",
        "contradiction": "Supón una casilla o un raíl, sigue las técnicas fáciles y halla una contradicción: vale lo "
        "contrario.",
    },
    spoken=in_words("vertical", "horizontal", "arriba–derecha", "arriba–izquierda", "abajo–derecha", "abajo–izquierda"),
    phrases={
        "left": " Queda {piece} en {cell}.",
        "rail-is": "{cell} es {piece}: {rails}.",
        "rail-empty": "{cell} está vacía: {rails}.",
        "rail-part": "{cell} solo puede ser {pieces}: {rails}.",
        "rail-part-or-empty": "{cell} solo puede ser {pieces} o quedar vacía: {rails}.",
        "and-rail": ", y ",
        "must-rail": "{cells} {cells:debe|deben} tener un raíl hacia ella",
        "no-rail": "{cells} no {cells:puede|pueden} tener raíl hacia ella",
        "full-0": "{Line} no tiene vía: {cells} {cells:está vacía|están vacías}.",
        "full-1": "{Line} ya tiene su única casilla con vía: {cells} {cells:está vacía|están vacías}.",
        "full-2": "{Line} ya tiene sus dos casillas con vía: {cells} {cells:está vacía|están vacías}.",
        "full-many": "{Line} ya tiene sus {count} casillas con vía: {cells} {cells:está vacía|están vacías}.",
        "last-1": "A {line} le falta una casilla con vía y le queda una abierta: {cells} tiene vía.",
        "last-2": "A {line} le faltan dos casillas con vía y le quedan dos abiertas: las dos tienen vía ({cells}).",
        "last-many": "A {line} le faltan {count} casillas con vía y le quedan {count} abiertas: las {count} tienen vía "
        "({cells}).",
        "loop": "Un raíl entre {pair} cerraría un circuito, así que no lo hay.",
        "early-join": "Un raíl entre {pair} uniría entrada y salida cuando aún falta vía, así que no lo hay.",
        "loose-end-at": "A {line} le falta una casilla con vía y nada puede cruzarla: la única forma de seguir a lo "
        "largo de ella está en {cells}, así que va ahí.",
        "loose-end-between": "A {line} le falta una casilla con vía y nada puede cruzarla: la única forma de seguir a "
        "lo largo de ella es el raíl entre {cells}, así que va ahí.",
        "neighbours": "A {line} le falta una casilla con vía: vía en {cell} la exigiría también en {other}, así que "
        "{cell} está vacía.",
        "spare-cell": "A {line} le queda una casilla vacía: si fuera {cell}, también {other} estaría vacía, así que "
        "{cell} tiene vía.",
        "parity-rail": "La vía cruza todo contorno cerrado un número par de veces; en uno se conocen todos los raíles "
        "menos el de entre {pair}, así que lo hay.",
        "parity-none": "La vía cruza todo contorno cerrado un número par de veces; en uno se conocen todos los raíles "
        "menos el de entre {pair}, así que no lo hay.",
        "gap": "A {line} le falta una casilla con vía: un raíl entre {pair} traería dos, así que no lo hay.",
        "pocket-track": "Todo camino de la entrada a la salida pasa por {cells}, así que tiene vía.",
        "pocket-empty": "Solo {neck} da paso a {cells}, y la vía no pasa dos veces por una casilla: ahí no hay vía.",
        "suppose-empty": "Supongamos {cells} vacía: {outcome}. Luego tiene vía.",
        "suppose-track": "Supongamos vía en {cells}: {outcome}. Luego está vacía.",
        "suppose-no-rail": "Supongamos que no hay raíl entre {pair}: {outcome}. Luego lo hay.",
        "suppose-rail": "Supongamos un raíl entre {pair}: {outcome}. Luego no lo hay.",
        "outcome": "con las técnicas fáciles, {cell} no podría ni tener vía ni estar vacía",
    },
)
