#!/usr/bin/env python3
"""Counts the solutions of puzzles with clingo, at most two, by rules written here a second time, by hand.

    pip install clingo
    python3 benches/kinds/by_clingo.py [--cnfetti PROGRAM] [PUZZLE ...]

PUZZLE is an address or a file. Without one, it takes those addresses of the tests for which it has rules, and
compares with the verdicts beside them. cnfetti only reads the address; it shares nothing else with this.
"""

import argparse
import subprocess
import sys
import tomllib
from pathlib import Path

import clingo

ADDRESSES = Path("crates/puzzles/tests/kinds/addresses.tsv")
SIDES = ("top", "bottom", "left", "right")

COMMON = """
adj(R,C,R+1,C) :- cell(R,C), cell(R+1,C).   adj(R,C,R,C+1) :- cell(R,C), cell(R,C+1).
adj(R,C,S,D) :- adj(S,D,R,C).
around(R,C,S,D) :- cell(R,C), cell(S,D), |R-S| < 2, |C-D| < 2, (R,C) != (S,D).
at(top,I,R,I,R) :- cell(R,I).               at(left,I,I,C,C) :- cell(I,C).
at(bottom,I,R,I,rows-1-R) :- cell(R,I).     at(right,I,I,C,columns-1-C) :- cell(I,C).
corner(Y,X) :- Y = 0..rows, X = 0..columns.
touches(Y,X,R,C) :- corner(Y,X), cell(R,C), Y-R = 0..1, X-C = 0..1.
square(R,C) :- cell(R,C), cell(R+1,C+1).
in(R,C,R+I,C+J) :- square(R,C), I = 0..1, J = 0..1.
"""

# Shading and connectivity.
BLACK = "{ black(R,C) } :- cell(R,C).  white(R,C) :- cell(R,C), not black(R,C).  #show black/2.\n"


def connected(name):
    """All cells with this predicate are connected, or there are none."""
    return f"""
first_{name}(R,C) :- {name}(R,C), not {name}(S,D) : cell(S,D), (S,D) < (R,C).
reach_{name}(R,C) :- first_{name}(R,C).
reach_{name}(S,D) :- reach_{name}(R,C), adj(R,C,S,D), {name}(S,D).
:- {name}(R,C), not reach_{name}(R,C).
"""


NO_POOL = ":- square(R,C), black(S,D) : in(R,C,S,D).\n"
NO_WHITE_POOL = ":- square(R,C), white(S,D) : in(R,C,S,D).\n"
LATIN = """
1 { value(R,C,1..columns) } 1 :- cell(R,C).  #show value/3.
:- value(R,C,N), value(R,D,N), C < D.  :- value(R,C,N), value(S,C,N), R < S.
:- number(R,C,N), not value(R,C,N).
"""
LOOP = """
{ line(R,C,S,D) : adj(R,C,S,D), (R,C) < (S,D) }.  #show line/4.
joined(R,C,S,D) :- line(R,C,S,D).  joined(R,C,S,D) :- line(S,D,R,C).
degree(R,C,N) :- cell(R,C), N = #count { S,D : joined(R,C,S,D) }.
"""
ONE_LOOP = LOOP + """
:- degree(R,C,N), N != 0, N != 2.
on(R,C) :- degree(R,C,2).
start(R,C) :- on(R,C), not on(S,D) : cell(S,D), (S,D) < (R,C).
along(R,C) :- start(R,C).  along(S,D) :- along(R,C), joined(R,C,S,D).
:- on(R,C), not along(R,C).  :- not on(R,C) : cell(R,C).
"""

PROGRAMS = {
    "aqre": BLACK + connected("black") + """
:- region_number(A,N), #count { R,C : region(R,C,A), black(R,C) } != N.
:- cell(R,C), cell(R,C+3), black(R,C+I) : I = 0..3.  :- cell(R,C), cell(R,C+3), white(R,C+I) : I = 0..3.
:- cell(R,C), cell(R+3,C), black(R+I,C) : I = 0..3.  :- cell(R,C), cell(R+3,C), white(R+I,C) : I = 0..3.
""",
    "battleships": """
{ ship(R,C) } :- cell(R,C).  #show ship/2.
:- ship(R,C), ship(R+1,C+1).  :- ship(R+1,C), ship(R,C+1).
long(R,C,0,1,1) :- ship(R,C), not ship(R,C-1), ship(R,C+1).
long(R,C,1,0,1) :- ship(R,C), not ship(R-1,C), ship(R+1,C).
long(R,C,A,B,L+1) :- long(R,C,A,B,L), ship(R+A*L,C+B*L).
whole(R,C,L) :- long(R,C,A,B,L), not ship(R+A*L,C+B*L).
whole(R,C,1) :- ship(R,C), not ship(S,D) : adj(R,C,S,D).
:- L = 1..largest_ship, #count { R,C : whole(R,C,L) } != largest_ship+1-L.  :- whole(R,C,L), L > largest_ship.
:- number(E,I,N), #count { R,C : at(E,I,R,C,_), ship(R,C) } != N.
:- shape(R,C,water), ship(R,C).  :- shape(R,C,W), W != water, not ship(R,C).
ends(R,C,N) :- shape(R,C,_), N = #count { S,D : adj(R,C,S,D), ship(S,D) }.
:- shape(R,C,single), not ends(R,C,0).  :- shape(R,C,middle), not ends(R,C,2).
:- shape(R,C,(top;bottom;left;right)), not ends(R,C,1).
:- shape(R,C,top), not ship(R+1,C).  :- shape(R,C,bottom), not ship(R-1,C).
:- shape(R,C,left), not ship(R,C+1).  :- shape(R,C,right), not ship(R,C-1).
""",
    "binairo": """
1 { value(R,C,0..1) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- R = 0..rows-1, 2 * #sum { N,C : value(R,C,N) } != columns.
:- C = 0..columns-1, 2 * #sum { N,R : value(R,C,N) } != rows.
:- value(R,C,N), value(R,C+1,N), value(R,C+2,N).  :- value(R,C,N), value(R+1,C,N), value(R+2,C,N).
:- R = 0..rows-1, S = R+1..rows-1, #count { C : value(R,C,N), value(S,C,N) } = columns.
:- C = 0..columns-1, D = C+1..columns-1, #count { R : value(R,C,N), value(R,D,N) } = rows.
""",
    "chocona": BLACK + """
:- square(R,C), #count { S,D : in(R,C,S,D), black(S,D) } = 3.
:- region_number(A,N), #count { R,C : region(R,C,A), black(R,C) } != N.
""",
    "creek": BLACK + connected("white") + ":- number(Y,X,N), #count { R,C : touches(Y,X,R,C), black(R,C) } != N.\n",
    "doppelblock": """
1 { value(R,C,0..columns-2) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- E = (top;left), I = 0..columns-1, #count { P : at(E,I,R,C,P), value(R,C,0) } != 2.
:- E = (top;left), I = 0..columns-1, N = 1..columns-2, #count { P : at(E,I,R,C,P), value(R,C,N) } != 1.
block(E,I,P) :- at(E,I,R,C,P), value(R,C,0).
inside(E,I,P,N) :- at(E,I,R,C,P), value(R,C,N), block(E,I,A), block(E,I,B), A < P, P < B.
:- sum_between(E,I,S), #sum { N,P : inside(E,I,P,N) } != S.
""",
    "easy_as_abc": """
1 { value(R,C,0..letters) } 1 :- cell(R,C).  #show value/3.  :- letter(R,C,N), not value(R,C,N).
:- E = (top;left), at(E,I,_,_,_), N = 1..letters, #count { P : at(E,I,R,C,P), value(R,C,N) } != 1.
ahead(E,I,P) :- at(E,I,_,_,P), at(E,I,R,C,Q), Q < P, value(R,C,N), N > 0.
:- first_seen(E,I,N), at(E,I,R,C,P), value(R,C,M), M > 0, M != N, not ahead(E,I,P).
""",
    "fillomino": """
1 { value(R,C,1..rows*columns) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
same(R,C,S,D) :- adj(R,C,S,D), value(R,C,N), value(S,D,N).
part(R,C,R,C) :- cell(R,C).  part(R,C,S,D) :- part(R,C,A,B), same(A,B,S,D).
:- value(R,C,N), #count { S,D : part(R,C,S,D) } != N.
""",
    "futoshiki": LATIN + """
:- sign(R,C,S,D,(west;north)), value(R,C,N), value(S,D,M), N >= M.
:- sign(R,C,S,D,(east;south)), value(R,C,N), value(S,D,M), N <= M.
""",
    "galaxies": """
star(2*R+1,2*C+1) :- star(R,C,_).  star(2*Y,2*X) :- corner_star(Y,X,_).
star(R+S+1,C+D+1) :- side_star(R,C,S,D,_).
free(R,C) :- cell(R,C), not hole(R,C,_).
1 { of(R,C,Y,X) : star(Y,X) } 1 :- free(R,C).  #show of/4.
:- star(Y,X), free(R,C), |2*R+1-Y| < 2, |2*C+1-X| < 2, not of(R,C,Y,X).
:- of(R,C,Y,X), not of(Y-R-1,X-C-1,Y,X).
grown(R,C,Y,X) :- of(R,C,Y,X), |2*R+1-Y| < 2, |2*C+1-X| < 2.
grown(S,D,Y,X) :- grown(R,C,Y,X), adj(R,C,S,D), of(S,D,Y,X).
:- of(R,C,Y,X), not grown(R,C,Y,X).
""",
    "geradeweg": ONE_LOOP + """
:- number(R,C,_), not on(R,C).  :- open_number(R,C), not on(R,C).
far(R,C,A,B,1) :- joined(R,C,R+A,C+B), A = -1..1, B = -1..1.
far(R,C,A,B,L+1) :- far(R,C,A,B,L), joined(R+A*L,C+B*L,R+A*(L+1),C+B*(L+1)).
length(R,C,A,B,N) :- cell(R,C), (A,B) = ((0,1);(0,-1);(1,0);(-1,0)), N = #count { L : far(R,C,A,B,L) }.
:- number(R,C,N), length(R,C,0,1,L), length(R,C,0,-1,K), L+K != 0, L+K != N.
:- number(R,C,N), length(R,C,1,0,L), length(R,C,-1,0,K), L+K != 0, L+K != N.
:- open_number(R,C), length(R,C,0,1,L), length(R,C,0,-1,K), length(R,C,1,0,M), length(R,C,-1,0,N),
   L+K != 0, M+N != 0, L+K != M+N.
""",
    "hashi": """
island(R,C) :- number(R,C,_).  island(R,C) :- open_number(R,C).
sees(R,C,R,D) :- island(R,C), island(R,D), C < D, not island(R,X) : X = C+1..D-1.
sees(R,C,S,C) :- island(R,C), island(S,C), R < S, not island(Y,C) : Y = R+1..S-1.
1 { bridge(R,C,S,D,0..2) } 1 :- sees(R,C,S,D).  #show bridge/5.
ends(R,C,R,C,S,D,N) :- bridge(R,C,S,D,N).  ends(S,D,R,C,S,D,N) :- bridge(R,C,S,D,N).
:- number(R,C,N), #sum { M,A,B,S,D : ends(R,C,A,B,S,D,M) } != N.
:- bridge(R,C,R,D,N), bridge(S,X,T,X,M), N > 0, M > 0, S < R, R < T, C < X, X < D.
path(R,C,S,D) :- bridge(R,C,S,D,1..2).  path(R,C,S,D) :- path(S,D,R,C).
start(R,C) :- island(R,C), not island(S,D) : cell(S,D), (S,D) < (R,C).
reached(R,C) :- start(R,C).  reached(S,D) :- reached(R,C), path(R,C,S,D).
:- island(R,C), not reached(R,C).
""",
    "hidato": """
1 { value(R,C,1..free) } 1 :- cell(R,C), not hole(R,C,_).  #show value/3.
:- value(R,C,N), value(S,D,N), (R,C) < (S,D).  :- number(R,C,N), not value(R,C,N).
:- value(R,C,N), N < free, not value(S,D,N+1) : near(R,C,S,D).
near(R,C,S,D) :- around(R,C,S,D), diagonal = 1.  near(R,C,S,D) :- adj(R,C,S,D).
""",
    "kakuro": """
stop(R,C) :- wall(R,C,_).  stop(R,C) :- across(R,C,_).  stop(R,C) :- down(R,C,_).
stop(R,C) :- open_across(R,C).  stop(R,C) :- open_down(R,C).
1 { value(R,C,1..9) } 1 :- cell(R,C), not stop(R,C).  #show value/3.
right(R,C,D) :- cell(R,C), D = C+1, cell(R,D), not stop(R,D).
right(R,C,D+1) :- right(R,C,D), cell(R,D+1), not stop(R,D+1).
below(R,C,S) :- cell(R,C), S = R+1, cell(S,C), not stop(S,C).
below(R,C,S+1) :- below(R,C,S), cell(S+1,C), not stop(S+1,C).
:- right(R,C,D), value(R,C,N), value(R,D,N).  :- below(R,C,S), value(R,C,N), value(S,C,N).
:- across(R,C,N), #sum { M,D : right(R,C,D), value(R,D,M) } != N.
:- down(R,C,N), #sum { M,S : below(R,C,S), value(S,C,M) } != N.
""",
    "kropki": LATIN + """
follows(R,C,S,D) :- adj(R,C,S,D), value(R,C,N), value(S,D,M), |N-M| = 1.
double(R,C,S,D) :- adj(R,C,S,D), value(R,C,N), value(S,D,2*N).  double(R,C,S,D) :- double(S,D,R,C).
:- dot(R,C,S,D,white), not follows(R,C,S,D).  :- dot(R,C,S,D,black), not double(R,C,S,D).
:- adj(R,C,S,D), (R,C) < (S,D), not dot(R,C,S,D,_), all_dots = 1, 1 { follows(R,C,S,D) ; double(R,C,S,D) }.
""",
    "minesweeper": """
{ mine(R,C) } :- cell(R,C), not number(R,C,_), not open_number(R,C).  #show mine/2.
:- number(R,C,N), #count { S,D : around(R,C,S,D), mine(S,D) } != N.
""",
    "mosaic": BLACK + ":- number(R,C,N), #count { S,D : black(S,D), |R-S| < 2, |C-D| < 2 } != N.\n",
    "nonogram": BLACK + """
on(E,I,P) :- at(E,I,R,C,P), black(R,C).  start(E,I,P) :- on(E,I,P), not on(E,I,P-1).
long(E,I,P,1) :- start(E,I,P).  long(E,I,P,L+1) :- long(E,I,P,L), on(E,I,P+L).
run(E,I,K,L) :- long(E,I,P,L), not on(E,I,P+L), K = #count { Q : start(E,I,Q), Q <= P }.
:- length(E,I,K,N), N > 0, not run(E,I,K,N).  :- length(E,I,1,_), run(E,I,K,N), not length(E,I,K,N).
""",
    "numberlink": LOOP + """
:- number(R,C,_), not degree(R,C,1).  :- cell(R,C), not number(R,C,_), degree(R,C,N), N != 0, N != 2.
first(R,C,N) :- number(R,C,N), not number(S,D,N) : cell(S,D), (S,D) < (R,C).
path(R,C,N) :- first(R,C,N).  path(S,D,N) :- path(R,C,N), joined(R,C,S,D).
:- number(R,C,N), not path(R,C,N).  :- path(R,C,N), path(R,C,M), N < M.
:- degree(R,C,N), N > 0, not path(R,C,_).
""",
    "nurimisaki": BLACK + connected("white") + NO_POOL + NO_WHITE_POOL + """
circle(R,C) :- number(R,C,_).  circle(R,C) :- open_number(R,C).
beside(R,C,N) :- white(R,C), N = #count { S,D : adj(R,C,S,D), white(S,D) }.
:- circle(R,C), black(R,C).  :- circle(R,C), not beside(R,C,1).  :- beside(R,C,1), not circle(R,C).
far(R,C,A,B,0) :- number(R,C,_), (A,B) = ((0,1);(0,-1);(1,0);(-1,0)).
far(R,C,A,B,L+1) :- far(R,C,A,B,L), white(R+A*(L+1),C+B*(L+1)).
:- number(R,C,N), #count { A,B,L : far(R,C,A,B,L), L > 0 } != N-1.
""",
    "shikaku": """
size(R,C,N) :- number(R,C,N).  size(R,C,N) :- open_number(R,C), N = 1..rows*columns.
fits(R,C,T,L,H,W) :- size(R,C,N), H = 1..rows, N \\ H = 0, W = N/H, W <= columns, T = R-H+1..R, L = C-W+1..C,
    0 <= T, 0 <= L, T+H <= rows, L+W <= columns.
1 { box(R,C,T,L,H,W) : fits(R,C,T,L,H,W) } 1 :- size(R,C,_).  #show box/6.
:- cell(Y,X), #count { R,C : box(R,C,T,L,H,W), T <= Y, Y < T+H, L <= X, X < L+W } != 1.
""",
    "skyscrapers": LATIN + """
hidden(E,I,P) :- at(E,I,R,C,P), at(E,I,S,D,Q), Q < P, value(R,C,N), value(S,D,M), M > N.
:- seen_from(E,I,N), #count { P : at(E,I,_,_,P), not hidden(E,I,P) } != N.
""",
    "slant": """
{ falling(R,C) } :- cell(R,C).  #show falling/2.
edge(R,C,R+1,C+1) :- falling(R,C).  edge(R,C+1,R+1,C) :- cell(R,C), not falling(R,C).
:- number(Y,X,N), #count { S,D : edge(Y,X,S,D) ; S,D : edge(S,D,Y,X) } != N.
% In a forest each diagonal leads up from one of its ends, and from no corner two do.
1 { up(Y,X,S,D) ; up(S,D,Y,X) } 1 :- edge(Y,X,S,D).
:- corner(Y,X), 2 { up(Y,X,S,D) }.  #edge ((Y,X),(S,D)) : up(Y,X,S,D).
""",
    "snake": """
{ snake(R,C) } :- cell(R,C).  #show snake/2.
""" + connected("snake") + """
:- square(R,C), snake(S,D) : in(R,C,S,D).
:- square(R,C), snake(R,C), snake(R+1,C+1), not snake(R+1,C), not snake(R,C+1).
:- square(R,C), snake(R+1,C), snake(R,C+1), not snake(R,C), not snake(R+1,C+1).
beside(R,C,N) :- snake(R,C), N = #count { S,D : adj(R,C,S,D), snake(S,D) }.
:- beside(R,C,N), N != 1, N != 2.  :- #count { R,C : beside(R,C,1) } != 2.
:- circle(R,C,black), not beside(R,C,1).  :- circle(R,C,white), not beside(R,C,2).
:- number(E,I,N), #count { R,C : at(E,I,R,C,_), snake(R,C) } != N.
""",
    "str8ts": """
1 { value(R,C,1..side) } 1 :- cell(R,C), not wall(R,C,_).  value(R,C,N) :- number(R,C,N).  #show value/3.
:- number(R,C,N), value(R,C,M), M != N.
:- value(R,C,N), value(R,D,N), C < D.  :- value(R,C,N), value(S,C,N), R < S.
free(R,C) :- cell(R,C), not wall(R,C,_).
row(R,C,D) :- free(R,C), not free(R,C-1), free(R,D), C <= D, free(R,X) : X = C..D.
column(R,C,S) :- free(R,C), not free(R-1,C), free(S,C), R <= S, free(Y,C) : Y = R..S.
:- row(R,C,D), row(R,C,X), value(R,D,N), value(R,X,M), N-M >= #count { Z : row(R,C,Z) }.
:- column(R,C,S), column(R,C,Y), value(S,C,N), value(Y,C,M), N-M >= #count { Z : column(R,C,Z) }.
""",
    "suguru": """
size(A,S) :- region(_,_,A), S = #count { R,C : region(R,C,A) }.
1 { value(R,C,1..S) } 1 :- region(R,C,A), size(A,S).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- around(R,C,S,D), value(R,C,N), value(S,D,N).
:- region(R,C,A), region(S,D,A), (R,C) < (S,D), value(R,C,N), value(S,D,N).
""",
    "tents": """
{ tent(R,C) } :- cell(R,C), not tree(R,C,_).  #show tent/2.
1 { tied(R,C,S,D) : adj(R,C,S,D), tent(S,D) } 1 :- tree(R,C,_).
:- tent(S,D), #count { R,C : tied(R,C,S,D) } != 1.
:- tent(R,C), tent(S,D), around(R,C,S,D).
:- number(E,I,N), #count { R,C : at(E,I,R,C,_), tent(R,C) } != N.
""",
    "thermometers": """
{ filled(R,C) } :- cell(R,C).  #show filled/2.
:- thermometer(T,P,R,C), thermometer(T,P+1,S,D), filled(S,D), not filled(R,C).
:- number(E,I,N), #count { R,C : at(E,I,R,C,_), filled(R,C) } != N.
""",
    "yin_yang": BLACK + connected("black") + connected("white") + NO_POOL + NO_WHITE_POOL + """
:- stone(R,C,black_stone), white(R,C).  :- stone(R,C,white_stone), black(R,C).
""",
}

# The default values of keys that puzzles may omit.
DEFAULTS = {"largest_ship": 4, "letters": 3, "diagonal": True, "all_dots": True}


def words(line):
    return line.split() if " " in line.strip() else list(line.strip())


def facts(keys):
    """The puzzle as facts about cells, corners, borders between cells, areas and the outside."""
    kind, lines = keys["kind"], []
    blocks = {name: value.strip("\n").splitlines() for name, value in keys.items() if isinstance(value, str) and "\n" in value}
    drawn = {name for name, rows in blocks.items() if is_drawn(kind, name)}
    sizes = [(len(rows), len(words(rows[0]))) for name, rows in blocks.items() if name not in drawn]
    sizes += [(len(rows) // 2, len(rows[0]) // 2) for name, rows in blocks.items() if name in drawn and kind in ("creek", "slant", "galaxies")]
    sizes += [(len(rows) // 2 + 1, len(rows[0]) // 2 + 1) for name, rows in blocks.items() if name in drawn]
    rows = keys.get("rows") or keys.get("size") or sizes[0][0]
    columns = keys.get("columns") or keys.get("size") or sizes[0][1]
    lines += [f"cell({r},{c})." for r in range(rows) for c in range(columns)]
    for name, block in blocks.items():
        if name in drawn:
            lines += between(name, block, rows, columns)
            continue
        for r, line in enumerate(block):
            for c, word in enumerate(words(line)):
                lines += [] if word == "." else [f"open_{name}({r},{c})."] if word == "?" else [f"{name}({r},{c},{value(word)})."]
    for name, entries in keys.items():
        if isinstance(entries, dict) and name != "expect":
            for key, entry in entries.items():
                if name == "lengths":
                    lists = [(i, word.split(",")) for i, word in enumerate(words(entry)) if word != "."]
                    lines += [f"length({key},{i},{k},{n})." for i, ns in lists for k, n in enumerate(ns, 1)]
                elif key in SIDES:
                    lines += [f"{name}({key},{i},{word})." for i, word in enumerate(words(entry)) if word != "."]
                elif entry != "?":
                    lines.append(f"region_{name}({value(key)},{entry}).")
        if name == "thermometer":
            for t, path in enumerate(entries):
                for p, place in enumerate(path.split()):
                    r, c = place[1:].split("c")
                    lines.append(f"thermometer({t},{p},{int(r) - 1},{int(c) - 1}).")
    numbers = {**DEFAULTS, **keys}
    constants = {name: int(numbers[name]) for name in DEFAULTS}
    holes = sum(line.startswith("hole(") for line in lines)
    constants |= {"rows": rows, "columns": columns, "free": rows * columns - holes, "side": max(rows, columns)}
    return "\n".join(lines + [f"#const {name} = {number}." for name, number in constants.items()])


def is_drawn(kind, name):
    """Whether a layer is drawn with a character for each cell, side and corner."""
    on = {"creek": ["number"], "slant": ["number"], "galaxies": ["side_star", "corner_star"], "kropki": ["dot"], "futoshiki": ["sign"]}
    return name in on.get(kind, [])


ARROWS = {"<": "west", ">": "east", "^": "north", "v": "south", "←": "west", "→": "east", "↑": "north", "↓": "south"}
LETTERS = {"w": "white", "b": "black"}


def between(name, block, rows, columns):
    """The facts that a drawing states at corners and between cells. The drawing may omit the outer border."""
    rim = 1 if len(block) == 2 * rows + 1 else 0
    for y, line in enumerate(block):
        for x, c in enumerate(line):
            y0, x0 = y + 1 - rim, x + 1 - rim
            if c in ".·+-| " or y0 % 2 and x0 % 2:
                continue
            what = ARROWS.get(c) or LETTERS.get(c, c)
            if y0 % 2 == 0 and x0 % 2 == 0:
                yield f"{name}({y0 // 2},{x0 // 2},{what})."
            elif y0 % 2:
                yield f"{name}({y0 // 2},{x0 // 2 - 1},{y0 // 2},{x0 // 2},{what})."
            else:
                yield f"{name}({y0 // 2 - 1},{x0 // 2},{y0 // 2},{x0 // 2},{what})."


def value(word):
    if word.lstrip("-").isdigit() or word in LETTERS.values():
        return word
    return word if word.islower() and word.isidentifier() else f'"{word}"'


def solutions(keys):
    """The number of solutions, at most two; None if there are no rules for the kind."""
    program = PROGRAMS.get(keys["kind"])
    if program is None:
        return None
    control = clingo.Control(["--models=2", "--project=show", "--warn=none"])
    control.add("base", [], COMMON + program + facts(keys))
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda model: found.append(str(model)))
    return len(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cnfetti", default="target/release/cnfetti")
    parser.add_argument("puzzles", nargs="*")
    options = parser.parse_args()
    rows = [line.split("\t") for line in ADDRESSES.read_text().splitlines() if not line.startswith("#")]
    known = {puzzle: None for puzzle in options.puzzles} or {address: verdict for _, verdict, address in rows}
    wrong = asked = 0
    for puzzle, verdict in known.items():
        text = subprocess.run([options.cnfetti, "convert", "--to", "toml", puzzle], capture_output=True, text=True)
        number = solutions(tomllib.loads(text.stdout)) if text.returncode == 0 else None
        found = None if number is None else ("none", "one", "several")[number]
        if found is None:
            continue
        asked += 1
        if verdict not in (None, found):
            wrong += 1
        if verdict != found:
            print(found, puzzle, "" if verdict is None else f"expected {verdict}", flush=True)
    print(f"{asked} puzzles asked, {wrong} with another verdict")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
