"""The rules of kinds of puzzle for clingo, written a second time, by hand, from descriptions of the puzzles and not from
the files of the kinds. by_clingo.py states the puzzle as facts: `cell(R,C)`, `number(R,C,N)`, `open_number(R,C)` for `?`,
`region(R,C,A)`, `region_number(A,N)`, `number(top,I,N)` outside, `dot(R,C,S,D,white)` between two cells, `number(Y,X,N)` on
a corner, and each parameter as a constant. What a program shows is what solutions differ in."""

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

# One loop along the sides of cells, from corner to corner.
SIDE_LOOP = """
beside(Y,X,Y,X+1) :- corner(Y,X), corner(Y,X+1).  beside(Y,X,Y+1,X) :- corner(Y,X), corner(Y+1,X).
{ drawn(Y,X,V,W) : beside(Y,X,V,W) }.  #show drawn/4.
goes(Y,X,V,W) :- drawn(Y,X,V,W).  goes(Y,X,V,W) :- drawn(V,W,Y,X).
on(Y,X) :- goes(Y,X,_,_).  :- on(Y,X), #count { V,W : goes(Y,X,V,W) } != 2.  :- not on(Y,X) : corner(Y,X).
start(Y,X) :- on(Y,X), not on(V,W) : corner(V,W), (V,W) < (Y,X).
along(Y,X) :- start(Y,X).  along(V,W) :- along(Y,X), goes(Y,X,V,W).  :- on(Y,X), not along(Y,X).
"""

# Which hexagons touch: every other row is half a cell further to the right, from the second one on.
HEXAGONS = """
meet(R,C,R,C+1) :- place(R,C), place(R,C+1).
meet(R,C,R+1,D) :- place(R,C), place(R+1,D), D = C..C+1, (R+2) \\ 2 = 1.
meet(R,C,R+1,D) :- place(R,C), place(R+1,D), D = C-1..C, (R+2) \\ 2 = 0.
touch(R,C,S,D) :- meet(R,C,S,D).  touch(R,C,S,D) :- meet(S,D,R,C).
"""

# Pieces lie on the board, each turned and mirrored about its first cell, which lies on a cell.
PIECES = """
turned(P,0,R,C) :- tile(P,R,C).  turned(P,M+4,R,-C) :- turned(P,M,R,C), M = 0.
turned(P,T+1,C,-R) :- turned(P,T,R,C), T != 3, T < 7.
on(P,R+A,C+B) :- lies(P,T,R,C), turned(P,T,A,B).  :- on(P,R,C), not cell(R,C).  :- on(P,R,C), on(Q,R,C), P < Q.
full(R,C) :- on(_,R,C).  whole(R,C,S,D) :- on(P,R,C), on(P,S,D), (R,C) < (S,D).
"""
EACH_PIECE = PIECES + "1 { lies(P,0..7,R,C) : cell(R,C) } 1 :- tile(P,_,_).\n"

# Any number of pieces divide the board; equal shapes touch nowhere.
DIVIDED = """
{ lies(P,0..7,R,C) } :- tile(P,_,_), cell(R,C), not hole(R,C,_).  #show shape/3.
turned(P,0,R,C) :- tile(P,R,C).  turned(P,4,R,-C) :- tile(P,R,C).  turned(P,T+1,C,-R) :- turned(P,T,R,C), T != 3, T < 7.
of(P,T,R,C,R+A,C+B) :- lies(P,T,R,C), turned(P,T,A,B).  :- of(_,_,_,_,R,C), not cell(R,C).
:- of(_,_,_,_,R,C), hole(R,C,_).  :- cell(S,D), not hole(S,D,_), #count { P,T,R,C : of(P,T,R,C,S,D) } != 1.
shape(S,D,P) :- of(P,_,_,_,S,D).  same(A,B,S,D) :- of(P,T,R,C,A,B), of(P,T,R,C,S,D), adj(A,B,S,D).
:- adj(A,B,S,D), shape(A,B,P), shape(S,D,P), not same(A,B,S,D).
:- letter(R,C,N), hole(R,C,_).  :- letter(R,C,N), shape(R,C,P), not name(P,N).
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
:- open_shape(R,C), not ship(R,C).  :- shape(R,C,water), ship(R,C).  :- shape(R,C,W), W != water, not ship(R,C).
ends(R,C,N) :- shape(R,C,_), N = #count { S,D : adj(R,C,S,D), ship(S,D) }.
:- shape(R,C,single), not ends(R,C,0).  :- shape(R,C,middle), not ends(R,C,2).
:- shape(R,C,(top;bottom;left;right)), not ends(R,C,1).
:- shape(R,C,top), not ship(R+1,C).  :- shape(R,C,bottom), not ship(R-1,C).
:- shape(R,C,left), not ship(R,C+1).  :- shape(R,C,right), not ship(R,C-1).
""",
    "binairo": """
1 { value(R,C,0..1) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- R = 0..rows-1, S = #sum { N,C : value(R,C,N) }, 2*S != columns.
:- C = 0..columns-1, S = #sum { N,R : value(R,C,N) }, 2*S != rows.
:- value(R,C,N), value(R,C+1,N), value(R,C+2,N).  :- value(R,C,N), value(R+1,C,N), value(R+2,C,N).
:- R = 0..rows-1, S = R+1..rows-1, #count { C : value(R,C,N), value(S,C,N) } = columns, different_lines = 1.
:- C = 0..columns-1, D = C+1..columns-1, #count { R : value(R,C,N), value(R,D,N) } = rows, different_lines = 1.
""",
    "chocona": BLACK + """
:- square(R,C), #count { S,D : in(R,C,S,D), black(S,D) } = 3.
:- region_number(A,N), #count { R,C : region(R,C,A), black(R,C) } != N.
""",
    "creek": BLACK + connected("white") + ":- number(Y,X,N), #count { R,C : touches(Y,X,R,C), black(R,C) } != N.\n",
    "dominosa": """
{ lies(R,C,S,D) : adj(R,C,S,D), (R,C) < (S,D) }.  #show lies/4.
:- cell(R,C), #count { S,D : lies(R,C,S,D); S,D : lies(S,D,R,C) } != 1.
pair(A,B,R,C,S,D) :- lies(R,C,S,D), number(R,C,A), number(S,D,B), A <= B.
pair(B,A,R,C,S,D) :- lies(R,C,S,D), number(R,C,A), number(S,D,B), A > B.
:- pair(A,B,R,C,S,D), pair(A,B,T,E,U,F), (R,C) < (T,E).  :- pair(_,B,_,_,_,_), B > columns-2.
""",
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
limit(rows*columns) :- largest_number = 0.  limit(largest_number) :- largest_number > 0.
1 { value(R,C,1..L) : limit(L) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
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
:- star(Y,X), hole(R,C,_), |2*R+1-Y| < 2, |2*C+1-X| < 2.
:- of(R,C,Y,X), not of(Y-R-1,X-C-1,Y,X).
grown(R,C,Y,X) :- of(R,C,Y,X), |2*R+1-Y| < 2, |2*C+1-X| < 2.
grown(S,D,Y,X) :- grown(R,C,Y,X), adj(R,C,S,D), of(S,D,Y,X).
:- of(R,C,Y,X), not grown(R,C,Y,X).
""",
    "geradeweg": ONE_LOOP + """
:- number(R,C,N), N > 0, not on(R,C).  :- number(R,C,0), on(R,C).  :- open_number(R,C), not on(R,C).
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
    # A loop divides the plane: what it surrounds hangs together, and so does all around, with two rows and columns more.
    "hexa_slitherlink": HEXAGONS + """
place(-1..rows,-2..columns+1).
{ inside(R,C) } :- cell(R,C).  #show inside/2.  :- not inside(R,C) : cell(R,C).
real(R,C) :- cell(R,C), not hole(R,C,_).  :- touch(R,C,S,D), not real(R,C), not real(S,D), inside(R,C), not inside(S,D).
outside(R,C) :- place(R,C), not inside(R,C).
first(R,C) :- inside(R,C), not inside(S,D) : cell(S,D), (S,D) < (R,C).
joined(R,C) :- first(R,C).  joined(S,D) :- joined(R,C), touch(R,C,S,D), inside(S,D).  :- inside(R,C), not joined(R,C).
away(-1,-2).  away(S,D) :- away(R,C), touch(R,C,S,D), outside(S,D).  :- outside(R,C), not away(R,C).
drawn(R,C,S,D) :- cell(R,C), touch(R,C,S,D), inside(R,C), outside(S,D).
drawn(R,C,S,D) :- cell(R,C), touch(R,C,S,D), outside(R,C), inside(S,D).
:- number(R,C,N), #count { S,D : drawn(R,C,S,D) } != N.
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
:- mines > 0, #count { R,C : mine(R,C) } != mines.
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
:- degree(R,C,N), N > 0, not path(R,C,_).  :- every_cell = 1, degree(R,C,0).
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

APART = ":- adj(R,C,S,D), black(R,C), black(S,D).\n"
SPARSE = BLACK + APART + connected("white")
# A number in each cell of a region, each once; or numbers in some cells, 0 in the others.
ONCE = """
size(A,S) :- region(_,_,A), S = #count { R,C : region(R,C,A) }.
1 { value(R,C,1..S) } 1 :- region(R,C,A), size(A,S).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- region(R,C,A), region(S,D,A), (R,C) < (S,D), value(R,C,N), value(S,D,N).
"""
SOME = """
{ value(R,C,1..most) } 1 :- cell(R,C).  #show value/3.  filled(R,C) :- value(R,C,_).
:- number(R,C,N), not value(R,C,N).  :- open_number(R,C), not filled(R,C).
""" + connected("filled")
# The straight lines of cells with a predicate, from a cell: (A,B) is the direction, L how far.
SEES = """
way(0,1). way(0,-1). way(1,0). way(-1,0).
sees(R,C,A,B,1) :- cell(R,C), way(A,B), SEEN(R+A,C+B).
sees(R,C,A,B,L+1) :- sees(R,C,A,B,L), SEEN(R+A*(L+1),C+B*(L+1)).
wide(R,C,N) :- cell(R,C), N = #count { B,L : sees(R,C,0,B,L) }.
high(R,C,N) :- cell(R,C), N = #count { A,L : sees(R,C,A,0,L) }.
"""


def sees(name):
    return SEES.replace("SEEN", name)


# Cells with a predicate fall into squares.
def squares(name):
    return sees(name) + f"""
:- square(R,C), #count {{ S,D : in(R,C,S,D), {name}(S,D) }} = 3.  :- {name}(R,C), wide(R,C,N), high(R,C,M), N != M.
"""


PROGRAMS |= {
    "kurochute": SPARSE + """
:- number(R,C,_), black(R,C).  :- open_number(R,C), black(R,C).
:- number(R,C,N), #count { S,D : black(S,D), S = R, |C-D| = N ; S,D : black(S,D), D = C, |R-S| = N } != 1.
""",
    "kojun": ONCE + """
:- adj(R,C,S,D), value(R,C,N), value(S,D,N).
:- region(R,C,A), region(R+1,C,A), value(R,C,N), value(R+1,C,M), N < M.
""",
    "sukoro": SOME.replace("most", "4") + """
:- adj(R,C,S,D), value(R,C,N), value(S,D,N).  :- value(R,C,N), #count { S,D : adj(R,C,S,D), filled(S,D) } != N.
""",
    "sukoro_room": SOME.replace("most", "4") + """
:- value(R,C,N), #count { S,D : adj(R,C,S,D), filled(S,D) } != N.
:- region(R,C,A), region(S,D,A), filled(R,C), not filled(S,D).
:- region(R,C,A), region(S,D,A), value(R,C,N), value(S,D,N), (R,C) < (S,D).
""",
    "hakoiri": SOME.replace("most", "3") + """
:- around(R,C,S,D), value(R,C,N), value(S,D,N).
:- region(_,_,A), N = 1..3, #count { R,C : region(R,C,A), value(R,C,N) } != 1.
""",
    "dosun_fuwari": """
{ thing(R,C,balloon) ; thing(R,C,iron) } 1 :- cell(R,C), not wall(R,C,_).  #show thing/3.
:- region(X,Y,A), not wall(X,Y,_), K = (balloon;iron), #count { R,C : region(R,C,A), thing(R,C,K) } != 1.
held(R,C,K) :- thing(R,C,K).  held(R,C,(balloon;iron)) :- wall(R,C,_).
held(-1,C,balloon) :- cell(0,C).  held(rows,C,iron) :- cell(0,C).
:- thing(R,C,balloon), not held(R-1,C,balloon).  :- thing(R,C,iron), not held(R+1,C,iron).
""",
    "detour": ONE_LOOP + """
:- cell(R,C), not on(R,C).
turn(R,C) :- joined(R,C,R,D), joined(R,C,S,C).
:- region_number(A,N), #count { R,C : region(R,C,A), turn(R,C) } != N.
""",
    "juosan": """
1 { bar(R,C,down) ; bar(R,C,across) } 1 :- cell(R,C).  #show bar/3.
:- bar(R,C,down), bar(R,C+1,down), bar(R,C+2,down).  :- bar(R,C,across), bar(R+1,C,across), bar(R+2,C,across).
number_of(A,K,N) :- region(_,_,A), K = (down;across), N = #count { R,C : region(R,C,A), bar(R,C,K) }.
:- region_number(A,N), not number_of(A,down,N), not number_of(A,across,N).
""",
    "pentominous": DIVIDED,
    "tetrominous": DIVIDED,
    "pentominoes": PIECES + """
{ lies(P,0..7,R,C) : cell(R,C) } 1 :- tile(P,_,_).  #show on/3.
:- cell(R,C), not full(R,C), not hole(R,C,_).  :- hole(R,C,_), full(R,C).
:- letter(R,C,N), full(R,C), #count { P : on(P,R,C), name(P,N) } = 0.  :- letter(R,C,_), hole(R,C,_).
""",
    "pipelink": LOOP + """
:- degree(R,C,N), N != 2, N != 4.
tip(crossing,(up;down;left;right)).  tip(vertical,(up;down)).  tip(horizontal,(left;right)).  tip(up_right,(up;right)).
tip(up_left,(up;left)).  tip(down_left,(down;left)).  tip(down_right,(down;right)).
to(R,C,up,R-1,C) :- cell(R,C).  to(R,C,down,R+1,C) :- cell(R,C).  to(R,C,left,R,C-1) :- cell(R,C).  to(R,C,right,R,C+1) :- cell(R,C).
:- pipe(R,C,P), tip(P,D), to(R,C,D,S,T), not joined(R,C,S,T).  :- pipe(R,C,P), to(R,C,D,S,T), not tip(P,D), joined(R,C,S,T).
% Whoever follows the loop turns where there are two lines, and goes straight on where there are four.
first(R,C,S,D) :- line(R,C,S,D), #count { A,B,E,F : line(A,B,E,F), (A,B,E,F) < (R,C,S,D) } == 0.
walk(R,C,S,D) :- first(R,C,S,D).
walk(S,D,E,F) :- walk(R,C,S,D), degree(S,D,2), joined(S,D,E,F), (E,F) != (R,C).
walk(S,D,2*S-R,2*D-C) :- walk(R,C,S,D), degree(S,D,4).
:- line(R,C,S,D), not walk(R,C,S,D), not walk(S,D,R,C).  :- not first(R,C,S,D) : line(R,C,S,D).
""",
    "putteria": """
size(R,C,S) :- region(R,C,A), S = #count { X,Y : region(X,Y,A) }.
1 { filled(R,C) : region(R,C,A) } 1 :- region(_,_,A).  #show filled/2.
:- adj(R,C,S,D), filled(R,C), filled(S,D).
:- filled(R,C), filled(R,D), C < D, size(R,C,N), size(R,D,N).
:- filled(R,C), filled(S,C), R < S, size(R,C,N), size(S,C,N).
:- number(R,C,_), not filled(R,C).  :- number(R,C,N), not size(R,C,N).  :- open_number(R,C), filled(R,C).
""",
    "hanare": """
size(R,C,S) :- region(R,C,A), S = #count { X,Y : region(X,Y,A) }.
1 { filled(R,C) : region(R,C,A) } 1 :- region(_,_,A).  #show filled/2.
:- filled(R,C), filled(R,D), C < D, size(R,C,N), size(R,D,M), D-C-1 != |N-M|, not filled(R,X) : X = C+1..D-1.
:- filled(R,C), filled(S,C), R < S, size(R,C,N), size(S,C,M), S-R-1 != |N-M|, not filled(Y,C) : Y = R+1..S-1.
:- number(R,C,_), not filled(R,C).  :- number(R,C,N), not size(R,C,N).  :- open_number(R,C), not filled(R,C).
""",
    "context": SPARSE + """
:- number(R,C,N), white(R,C), #count { S,D : adj(R,C,S,D), black(S,D) } != N.
:- number(R,C,N), black(R,C), #count { S,D : black(S,D), |R-S| = 1, |C-D| = 1 } != N.
""",
    "smullyan": SPARSE + """
true(R,C) :- number(R,C,N), N = #count { S,D : black(S,D), |R-S| < 2, |C-D| < 2 }.
:- number(R,C,_), white(R,C), not true(R,C).  :- black(R,C), true(R,C).
""",
    "circles_and_squares": BLACK + connected("black") + NO_POOL + squares("white") + """
:- circle(R,C,black_circle), white(R,C).  :- circle(R,C,white_circle), black(R,C).
""",
    "usoone": SPARSE + """
:- number(R,C,_), black(R,C).  :- open_number(R,C), black(R,C).
lies(R,C) :- number(R,C,N), #count { S,D : adj(R,C,S,D), black(S,D) } != N.
:- region(_,_,A), #count { R,C : region(R,C,A), lies(R,C) } != 1.
""",
    "yajikazu": SPARSE + """
to("←",0,-1). to("→",0,1). to("↑",-1,0). to("↓",1,0).
:- number(R,C,N), arrow(R,C,W), to(W,A,B), white(R,C), #count { L : black(R+A*L,C+B*L), L = 1..rows+columns } != N.
""",
    "look_air": BLACK + squares("black") + """
:- number(R,C,N), #count { S,D : adj(R,C,S,D), black(S,D) ; R,C : black(R,C) } != N.
:- black(R,C), black(R,D), C+1 < D, wide(R,C,N), wide(R,D,N), white(R,X) : X = C+1..D-1.
:- black(R,C), black(S,C), R+1 < S, wide(R,C,N), wide(S,C,N), white(Y,C) : Y = R+1..S-1.
""",
    "vertex_slitherlink": SIDE_LOOP + """
:- number(R,C,N), #count { Y,X : touches(Y,X,R,C), on(Y,X) } != N.
""",
    "simple_gako": """
1 { value(R,C,1..rows+columns-1) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- value(R,C,N), #count { R,D : value(R,D,N) ; S,C : value(S,C,N) } != N.
""",
}


# A border or none between neighbours, so that the board falls into rectangles: part(R,C,T,L,B,G) says which one a cell
# is in, by its top, left, bottom and right lines.
RECTANGLES = """
{ rectangle(T,L,B,G) : cell(T,L), cell(B,G), T <= B, L <= G }.  #show rectangle/4.
part(R,C,T,L,B,G) :- rectangle(T,L,B,G), R = T..B, C = L..G.
:- cell(R,C), #count { T,L,B,G : part(R,C,T,L,B,G) } != 1.
area(T,L,B,G,(B-T+1)*(G-L+1)) :- rectangle(T,L,B,G).
edge(R,C,S,D) :- adj(R,C,S,D), part(R,C,T,L,B,G), not part(S,D,T,L,B,G).
clue(R,C) :- number(R,C,_).  clue(R,C) :- open_number(R,C).
"""
ONE_CLUE = ":- rectangle(T,L,B,G), #count { R,C : clue(R,C), part(R,C,T,L,B,G) } != 1.\n"
NO_CROSSING = ":- square(R,C), edge(R,C,R,C+1), edge(R+1,C,R+1,C+1), edge(R,C,R+1,C), edge(R,C+1,R+1,C+1).\n"
TURN = "turn(R,C) :- joined(R,C,R,D), joined(R,C,S,C).\n"
CROSSES = "crosses(A,R,C,S,D) :- line(R,C,S,D), region(R,C,A), not region(S,D,A).  crosses(A,R,C,S,D) :- line(R,C,S,D), region(S,D,A), not region(R,C,A).\n"
LOOP_WITH_BLACK = ONE_LOOP + "{ black(R,C) : cell(R,C), not clue(R,C) }.  #show black/2.\n" + APART + """
:- cell(R,C), black(R,C), on(R,C).  :- cell(R,C), clue(R,C), on(R,C).
:- cell(R,C), not clue(R,C), not black(R,C), not on(R,C).
"""
# The pieces of cells with a predicate: piece(R,C,S,D) says that both are in one.
def pieces(name):
    return f"piece(R,C,R,C) :- {name}(R,C).  piece(R,C,S,D) :- piece(R,C,A,B), adj(A,B,S,D), {name}(S,D).\n"


ISLANDS = pieces("white") + """
clue(R,C) :- number(R,C,_).  clue(R,C) :- open_number(R,C).  :- clue(R,C), black(R,C).
:- white(R,C), #count { S,D : piece(R,C,S,D), clue(S,D) } != 1.
:- number(R,C,N), #count { S,D : piece(R,C,S,D) } != N.
"""
DOMINOES = ":- black(R,C), #count { S,D : adj(R,C,S,D), black(S,D) } != 1.\n"
# Three white rooms in a line, and rooms whose black cells half a turn does not change.
THREE_ROOMS = """
run(R,C,R,D) :- cell(R,C), cell(R,D), C < D, white(R,X) : X = C..D.  run(R,C,S,C) :- cell(R,C), cell(S,C), R < S, white(Y,C) : Y = R..S.
bound(R,C,R,C+1) :- room(R,C,A), room(R,C+1,B), A != B.  bound(R,C,R+1,C) :- room(R,C,A), room(R+1,C,B), A != B.
:- run(R,C,S,D), #count { X,Y,V,W : bound(X,Y,V,W), R <= X, V <= S, C <= Y, W <= D } > 1.
"""
TETROMINO = """
:- region(_,_,A), #count { R,C : region(R,C,A), FOUR(R,C) } != 4.
first(A,R,C) :- region(R,C,A), FOUR(R,C), not FOUR(S,D) : region(S,D,A), (S,D) < (R,C).
held(A,R,C) :- first(A,R,C).  held(A,S,D) :- held(A,R,C), adj(R,C,S,D), region(S,D,A), FOUR(S,D).
:- region(R,C,A), FOUR(R,C), not held(A,R,C).
% The sorted squares of the six distances between the four cells tell the shape.
far(A,R,C,S,D,(R-S)*(R-S)+(C-D)*(C-D)) :- held(A,R,C), held(A,S,D), (R,C) < (S,D).
often(A,K,N) :- region(_,_,A), K = (1;2;4;5;8;9;10), N = #count { R,C,S,D : far(A,R,C,S,D,K) }.
other(A,B) :- often(A,K,N), often(B,K,M), N != M.
:- adj(R,C,S,D), FOUR(R,C), FOUR(S,D), region(R,C,A), region(S,D,B), A != B, not other(A,B).
"""


PROGRAMS |= {
    "rassi_silai": LOOP + """
free(R,C) :- cell(R,C), not wall(R,C,_).
:- joined(R,C,S,D), not free(R,C).  :- joined(R,C,S,D), region(R,C,A), region(S,D,B), A != B.
:- free(R,C), not degree(R,C,1), not degree(R,C,2).
start(A,R,C) :- region(R,C,A), free(R,C), not free(S,D) : region(S,D,A), (S,D) < (R,C).
on(A,R,C) :- start(A,R,C).  on(A,S,D) :- on(A,R,C), joined(R,C,S,D).  :- region(R,C,A), free(R,C), not on(A,R,C).
:- start(A,_,_), not degree(R,C,1) : region(R,C,A).
:- around(R,C,S,D), degree(R,C,1), degree(S,D,1).
""",
    "nawabari": RECTANGLES + ONE_CLUE + """
:- number(R,C,N), #count { S,D : edge(R,C,S,D) ; S,D : (S,D) = ((R-1,C);(R+1,C);(R,C-1);(R,C+1)), not cell(S,D) } != N.
""",
    "tatamibari": RECTANGLES + NO_CROSSING + """
sign_of(R,C) :- sign(R,C,_).  sign_of(R,C) :- open_sign(R,C).
:- rectangle(T,L,B,G), #count { R,C : sign_of(R,C), part(R,C,T,L,B,G) } != 1.
:- sign(R,C,square), part(R,C,T,L,B,G), B-T != G-L.  :- sign(R,C,tall), part(R,C,T,L,B,G), B-T <= G-L.
:- sign(R,C,wide), part(R,C,T,L,B,G), B-T >= G-L.
""",
    "square_jam": RECTANGLES + NO_CROSSING + """
:- rectangle(T,L,B,G), B-T != G-L.  :- number(R,C,N), part(R,C,T,_,B,_), B-T+1 != N.
""",
    "fillmat": RECTANGLES + NO_CROSSING + """
:- rectangle(T,L,B,G), T < B, L < G.  :- area(_,_,_,_,N), N > 4.
size(R,C,N) :- part(R,C,T,L,B,G), area(T,L,B,G,N).  :- edge(R,C,S,D), size(R,C,N), size(S,D,N).
:- rectangle(T,L,B,G), #count { R,C : clue(R,C), part(R,C,T,L,B,G) } > 1.  :- number(R,C,N), not size(R,C,N).
""",
    "nondango": """
{ black(R,C) } :- cell(R,C), not blank(R,C,_).  #show black/2.  is(R,C,0) :- cell(R,C), not blank(R,C,_), not black(R,C).  is(R,C,1) :- black(R,C).
:- region(_,_,A), #count { R,C : region(R,C,A), black(R,C) } != 1.
:- is(R,C,K), (A,B) = ((0,1);(1,0);(1,1);(1,-1)), is(R+A,C+B,K), is(R+2*A,C+2*B,K).
""",
    "wittgen": """
clue(R,C) :- number(R,C,_).  clue(R,C) :- open_number(R,C).
{ strip(R,C,A,B) : cell(R,C), cell(R+2*A,C+2*B), (A,B) = ((0,1);(1,0)) }.  #show strip/4.
used(R+A*L,C+B*L,R,C) :- strip(R,C,A,B), L = 0..2.
:- cell(R,C), 2 { strip(Y,X,A,B) : L = 0..2, (A,B) = ((0,1);(1,0)), Y = R-A*L, X = C-B*L, cell(Y,X), cell(Y+2*A,X+2*B) }.
:- clue(R,C), used(R,C,_,_).  :- number(R,C,N), #count { S,D : adj(R,C,S,D), used(S,D,_,_) } != N.
empty(R,C) :- cell(R,C), not used(R,C,_,_).
""" + connected("empty"),
    "view": """
{ filled(R,C) } :- cell(R,C).  #show filled/2.  empty(R,C) :- cell(R,C), not filled(R,C).
""" + connected("filled") + sees("empty") + """
value(R,C,N+M) :- filled(R,C), wide(R,C,N), high(R,C,M).  :- adj(R,C,S,D), value(R,C,N), value(S,D,N).
:- number(R,C,N), not value(R,C,N).  :- open_number(R,C), not filled(R,C).
""",
    "paint_area": BLACK + connected("black") + NO_POOL + NO_WHITE_POOL + """
:- region(R,C,A), region(S,D,A), black(R,C), white(S,D).
:- number(R,C,N), #count { S,D : adj(R,C,S,D), black(S,D) } != N.
""",
    "meander_numbers": ONCE + """
:- around(R,C,S,D), value(R,C,N), value(S,D,N).
:- region(R,C,A), value(R,C,N), region(S,D,A), value(S,D,N+1), not adj(R,C,S,D).
""",
    "canal_view": BLACK + connected("black") + NO_POOL + sees("black") + """
:- number(R,C,_), black(R,C).  :- open_number(R,C), black(R,C).
:- number(R,C,N), wide(R,C,X), high(R,C,Y), X+Y != N.
""",
    "koburin": LOOP_WITH_BLACK + """
clue(R,C) :- number(R,C,_).  clue(R,C) :- open_number(R,C).
:- number(R,C,N), #count { S,D : adj(R,C,S,D), black(S,D) } != N.
""",
    "regional_yajilin": LOOP_WITH_BLACK + """
:- region_number(A,N), #count { R,C : region(R,C,A), black(R,C) } != N.
""",
    "all_or_nothing": ONE_LOOP + CROSSES + """
:- region(R,C,A), region(S,D,A), on(R,C), not on(S,D).  :- adj(R,C,S,D), not on(R,C), not on(S,D), region(R,C,A), not region(S,D,A).
:- region(_,_,A), #count { R,C,S,D : crosses(A,R,C,S,D) } > 2.
""",
    "white_black_link": """
next(R,C,R,D) :- circle(R,C,_), circle(R,D,_), C < D, not circle(R,X,_) : X = C+1..D-1, cell(R,X).
next(R,C,S,C) :- circle(R,C,_), circle(S,C,_), R < S, not circle(Y,C,_) : Y = R+1..S-1, cell(Y,C).
{ pair(R,C,S,D) : next(R,C,S,D) }.  #show pair/4.
:- pair(R,C,S,D), circle(R,C,K), circle(S,D,K).  :- circle(R,C,_), #count { S,D : pair(R,C,S,D) ; S,D : pair(S,D,R,C) } != 1.
:- pair(R,C,R,D), pair(Y,X,Z,X), Y < R, R < Z, C < X, X < D.
""",
    "norinuri": BLACK + DOMINOES + ISLANDS,
    "factors": LATIN + """
left(A,0,1) :- region(_,_,A).  order(A,R,C,K) :- region(R,C,A), K = #count { X,Y : region(X,Y,A), (X,Y) <= (R,C) }.
left(A,K,P*N) :- left(A,K-1,P), order(A,R,C,K), value(R,C,N), P*N < 10000.
:- region_number(A,N), K = #count { R,C : region(R,C,A) }, not left(A,K,N).
""",
    "bosnian_road": """
{ road(R,C) } :- cell(R,C).  #show road/2.  :- not road(R,C) : cell(R,C).
""" + connected("road") + """
:- square(R,C), road(S,D) : in(R,C,S,D).  :- road(R,C), #count { S,D : adj(R,C,S,D), road(S,D) } != 2.
:- square(R,C), road(R,C), road(R+1,C+1), not road(R+1,C), not road(R,C+1).
:- square(R,C), road(R+1,C), road(R,C+1), not road(R,C), not road(R+1,C+1).
:- number(R,C,_), road(R,C).  :- open_number(R,C), road(R,C).
:- number(R,C,N), #count { S,D : around(R,C,S,D), road(S,D) } != N.
""",
    "dotchi_loop": ONE_LOOP + TURN + """
:- circle(R,C,white), not on(R,C).  :- circle(R,C,black), on(R,C).
:- region(R,C,A), region(S,D,A), circle(R,C,white), circle(S,D,white), turn(R,C), not turn(S,D).
""",
    "shimaguni": BLACK + """
size(A,N) :- region(_,_,A), N = #count { R,C : region(R,C,A), black(R,C) }.  :- size(A,0).  :- region_number(A,N), not size(A,N).
:- adj(R,C,S,D), region(R,C,A), region(S,D,B), A != B, black(R,C), black(S,D).
:- adj(R,C,S,D), region(R,C,A), region(S,D,B), A != B, size(A,N), size(B,N).
first(A,R,C) :- region(R,C,A), black(R,C), not black(S,D) : region(S,D,A), (S,D) < (R,C).
held(A,R,C) :- first(A,R,C).  held(A,S,D) :- held(A,R,C), adj(R,C,S,D), region(S,D,A), black(S,D).
:- region(R,C,A), black(R,C), not held(A,R,C).
""",
    "one_room_one_door": SPARSE + """
:- region_number(A,N), #count { R,C : room(R,C,A), black(R,C) } != N.
door(A,B,R,C,S,D) :- adj(R,C,S,D), room(R,C,A), room(S,D,B), A < B, white(R,C), white(S,D).
:- door(A,B,_,_,_,_), #count { R,C,S,D : door(A,B,R,C,S,D) } > 1.
first(A,R,C) :- room(R,C,A), white(R,C), not white(S,D) : room(S,D,A), (S,D) < (R,C).
held(A,R,C) :- first(A,R,C).  held(A,S,D) :- held(A,R,C), adj(R,C,S,D), room(S,D,A), white(S,D).
:- room(R,C,A), white(R,C), not held(A,R,C).
""",
    "ayeheya": SPARSE + THREE_ROOMS + """
:- region_number(A,N), #count { R,C : room(R,C,A), black(R,C) } != N.
middle(A,T+B,L+G) :- room(_,_,A), T = #min { R : room(R,_,A) }, B = #max { R : room(R,_,A) }, L = #min { C : room(_,C,A) }, G = #max { C : room(_,C,A) }.
:- room(R,C,A), black(R,C), middle(A,Y,X), not room(Y-R,X-C,A).
:- room(R,C,A), black(R,C), middle(A,Y,X), not black(Y-R,X-C).
""",
    "tasquare": BLACK + connected("white") + squares("black") + """
:- number(R,C,_), black(R,C).  :- open_number(R,C), black(R,C).
:- number(R,C,N), #sum { (W+1)*(W+1),S,D : adj(R,C,S,D), black(S,D), wide(S,D,W) } != N.
:- open_number(R,C), not black(S,D) : adj(R,C,S,D).
""",
    "inverse_litso": BLACK + connected("black") + NO_POOL + TETROMINO.replace("FOUR", "white"),
    "turn_around": ONE_LOOP + TURN + """
:- number(R,C,_), not on(R,C).  :- open_number(R,C), not on(R,C).
:- number(R,C,N), #count { R,C : turn(R,C) ; S,D : joined(R,C,S,D), turn(S,D) } != N.
""",
    "moon_or_sun": ONE_LOOP + CROSSES + """
:- region(X,Y,A), region(_,_,B), A != B, #count { R,C,S,D : crosses(A,R,C,S,D) } != 2.
of(A,K) :- region(R,C,A), sign(R,C,K), on(R,C).  :- region(_,_,A), not of(A,sun), not of(A,moon).  :- of(A,sun), of(A,moon).
:- region(R,C,A), sign(R,C,K), of(A,K), not on(R,C).
:- line(R,C,S,D), region(R,C,A), region(S,D,B), A != B, of(A,K), of(B,K).
""",
    "nuribou": BLACK + ISLANDS + sees("black") + """
:- square(R,C), #count { S,D : in(R,C,S,D), black(S,D) } > 2.
long(R,C,N+M) :- black(R,C), wide(R,C,N), high(R,C,M).
:- square(R,C), long(R,C,N), long(R+1,C+1,N), white(R+1,C), white(R,C+1).
:- square(R,C), long(R+1,C,N), long(R,C+1,N), white(R,C), white(R+1,C+1).
""",
    "mid_loop": ONE_LOOP + """
:- corner_spot(_,_,_).
long(R,C,A,B,L) :- cell(R,C), (A,B) = ((0,1);(1,0)), cell(R+A*L,C+B*L), L = 1..rows+columns, joined(R+A*K,C+B*K,R+A*(K+1),C+B*(K+1)) : K = 0..L-1.
whole(R,C,A,B,L) :- long(R,C,A,B,L), not joined(R-A,C-B,R,C), not joined(R+A*L,C+B*L,R+A*(L+1),C+B*(L+1)).
middle(2*R+A*L,2*C+B*L) :- whole(R,C,A,B,L).
:- spot(R,C,_), not middle(2*R,2*C).  :- side_spot(R,C,S,D,_), not middle(R+S,C+D).
""",
}


# Two kinds of Latin lines: in each line each number of 1..columns once, for a predicate.
def latin(name):
    return f"""
1 {{ {name}(R,C,1..columns) }} 1 :- cell(R,C).  #show {name}/3.
:- {name}(R,C,N), {name}(R,D,N), C < D.  :- {name}(R,C,N), {name}(S,C,N), R < S.
"""


OUTSIDE = ":- number(E,I,N), #count { R,C : at(E,I,R,C,_), FOUND(R,C) } != N.\n"
# On an inner side of a cell the loop passes between inside and outside.
INSIDE = """
{ inside(R,C) } :- cell(R,C).
crossed(R,C,R,C+1) :- drawn(R,C+1,R+1,C+1), cell(R,C).  crossed(R,C,R+1,C) :- drawn(R+1,C,R+1,C+1), cell(R,C).
crossed(-1,C,0,C) :- drawn(0,C,0,C+1).  crossed(R,-1,R,0) :- drawn(R,0,R+1,0).
between(R,C,R,C+1) :- R = 0..rows-1, C = -1..columns-1.  between(R,C,R+1,C) :- R = -1..rows-1, C = 0..columns-1.
:- between(R,C,S,D), crossed(R,C,S,D), inside(R,C), inside(S,D).  :- between(R,C,S,D), crossed(R,C,S,D), not inside(R,C), not inside(S,D).
:- between(R,C,S,D), not crossed(R,C,S,D), inside(R,C), not inside(S,D).  :- between(R,C,S,D), not crossed(R,C,S,D), not inside(R,C), inside(S,D).
"""
# How far the loop goes straight from a cell.
FAR = """
far(R,C,A,B,1) :- joined(R,C,R+A,C+B), (A,B) = ((0,1);(0,-1);(1,0);(-1,0)).
far(R,C,A,B,L+1) :- far(R,C,A,B,L), joined(R+A*L,C+B*L,R+A*(L+1),C+B*(L+1)).
end(R,C,A,B,L) :- far(R,C,A,B,L), not far(R,C,A,B,L+1).
both(R,C,N) :- on(R,C), N = #count { A,B,L : far(R,C,A,B,L) }.
straight(R,C) :- joined(R,C,R,C+1), joined(R,C,R,C-1).  straight(R,C) :- joined(R,C,R+1,C), joined(R,C,R-1,C).
"""
TO = 'to("←",0,-1). to("→",0,1). to("↑",-1,0). to("↓",1,0).\n'


PROGRAMS |= {
    "kakurasu": BLACK + """
:- number((left;right),R,N), #sum { C+1,C : black(R,C) } != N.  :- number((top;bottom),C,N), #sum { R+1,R : black(R,C) } != N.
""",
    # Each number as a whole, without carries.
    "alphametic": """
1 { value(R,C,0..9) } 1 :- letter(R,C,_).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- letter(R,C,_), C < columns-1, not letter(R,C+1,_).  :- row(R), not letter(R,columns-1,_).  row(0..rows-1).
:- value(R,C,N), value(S,D,N), letter(R,C,L), letter(S,D,M), L != M.
:- value(R,C,N), value(S,D,M), letter(R,C,L), letter(S,D,L), N != M.
:- value(R,C,0), not letter(R,C-1,_).
times(columns-1,1).  times(C-1,10*T) :- times(C,T), C > 0.
:- #sum { N*T,R,C : value(R,C,N), times(C,T), R < rows-1; -N*T,R,C : value(R,C,N), times(C,T), R = rows-1 } != 0.
""",
    "tenner_grid": """
1 { value(R,C,0..columns-1) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- value(R,C,N), value(R,D,N), C < D.  :- around(R,C,S,D), value(R,C,N), value(S,D,N).
:- total(E,I,N), #sum { M,P : at(E,I,R,C,P), value(R,C,M) } != N.
""",
    "linesweeper": ONE_LOOP + """
:- number(R,C,_), on(R,C).  :- open_number(R,C), on(R,C).
:- number(R,C,N), #count { S,D : around(R,C,S,D), on(S,D) } != N.
""",
    "eulero": latin("value") + latin("sign") + """
:- value(R,C,N), value(S,D,N), sign(R,C,M), sign(S,D,M), (R,C) < (S,D).
:- number(R,C,N), not value(R,C,N).  :- letter(R,C,N), not sign(R,C,N).
""",
    "grand_tour": ONE_LOOP + ":- cell(R,C), not on(R,C).  :- given(R,C,S,D,_), not line(R,C,S,D).\n",
    "renzoku": latin("value") + """
:- number(R,C,N), not value(R,C,N).
next(R,C,S,D) :- adj(R,C,S,D), (R,C) < (S,D), value(R,C,N), value(S,D,M), |N-M| = 1.
:- next(R,C,S,D), not mark(R,C,S,D,_).  :- mark(R,C,S,D,_), not next(R,C,S,D).
""",
    "mathrax": latin("value") + """
:- number(R,C,N), not value(R,C,N).
across(Y,X,N,M) :- square(Y-1,X-1), value(Y-1,X-1,N), value(Y,X,M).  across(Y,X,N,M) :- square(Y-1,X-1), value(Y-1,X,N), value(Y,X-1,M).
circle(Y,X,K,T) :- operation(Y,X,K), total(Y,X,T).
:- circle(Y,X,p,T), across(Y,X,N,M), N+M != T.  :- circle(Y,X,m,T), across(Y,X,N,M), |N-M| != T.
:- circle(Y,X,t,T), across(Y,X,N,M), N*M != T.  :- circle(Y,X,o,T), across(Y,X,N,M), N != M*T, M != N*T.
:- parity(Y,X,e), touches(Y,X,R,C), value(R,C,N), N \\ 2 = 1.  :- parity(Y,X,o), touches(Y,X,R,C), value(R,C,N), N \\ 2 = 0.
""",
    "stitches": """
border(R,C,S,D) :- adj(R,C,S,D), (R,C) < (S,D), region(R,C,A), region(S,D,B), A != B.
{ stitch(R,C,S,D) } :- border(R,C,S,D).  #show stitch/4.  hole(R,C,R,C,S,D) :- stitch(R,C,S,D).  hole(S,D,R,C,S,D) :- stitch(R,C,S,D).
:- cell(R,C), #count { A,B,S,D : hole(R,C,A,B,S,D) } > 1.
with(A,B,R,C,S,D) :- border(R,C,S,D), region(R,C,A), region(S,D,B), A < B.  with(A,B,R,C,S,D) :- border(R,C,S,D), region(R,C,B), region(S,D,A), A < B.
:- with(A,B,_,_,_,_), #count { R,C,S,D : with(A,B,R,C,S,D), stitch(R,C,S,D) } != stitches.
:- number(E,I,N), #count { R,C : at(E,I,R,C,_), hole(R,C,_,_,_,_) } != N.
""",
    "shingoki": ONE_LOOP + FAR + """
:- circle(R,C,_), not on(R,C).  :- open_circle(R,C), not on(R,C).
:- circle(R,C,white), not straight(R,C).  :- circle(R,C,black), straight(R,C).
:- number(R,C,N), not both(R,C,N).
""",
    "clouds": """
{ cloud(T,L,B,G) : cell(T,L), cell(B,G), T < B, L < G }.  #show cloud/4.
in_cloud(R,C,T,L,B,G) :- cloud(T,L,B,G), R = T..B, C = L..G.  black(R,C) :- in_cloud(R,C,_,_,_,_).
:- cloud(T,L,B,G), cloud(U,M,V,H), (T,L,B,G) < (U,M,V,H), T <= V+1, U <= B+1, L <= H+1, M <= G+1.
""" + OUTSIDE.replace("FOUND", "black"),
    "rekuto": RECTANGLES + ONE_CLUE + ":- number(R,C,N), part(R,C,T,L,B,G), B-T+G-L+2 != N.\n",
    "retsurin": LOOP_WITH_BLACK + """
clue(R,C) :- number(R,C,_).  clue(R,C) :- open_number(R,C).
in_row(R,N) :- R = 0..rows-1, N = #count { C : black(R,C) }.  in_column(C,N) :- C = 0..columns-1, N = #count { R : black(R,C) }.
:- number(R,C,N), in_row(R,N), in_column(C,N).  :- number(R,C,N), not in_row(R,N), not in_column(C,N).
""",
    "yajikabe": BLACK + connected("black") + NO_POOL + TO + """
:- black(R,C), number(R,C,_).  :- black(R,C), open_number(R,C).  :- black(R,C), arrow(R,C,_).  :- black(R,C), open_arrow(R,C).
:- number(R,C,N), arrow(R,C,W), to(W,A,B), #count { L : black(R+A*L,C+B*L), L = 1..rows+columns } != N.
""",
    "magnets": """
{ is(R,C,plus) ; is(R,C,minus) } 1 :- cell(R,C), not wall(R,C,_).  #show is/3.  :- pole(R,C,K), not is(R,C,K).
magnet(A) :- region(R,C,A), is(R,C,_).  free(R,C) :- cell(R,C), not wall(R,C,_).
:- magnet(A), K = (plus;minus), #count { R,C : region(R,C,A), is(R,C,K) } != 1.
:- magnet(A), region(R,C,A), free(R,C), not is(R,C,plus), not is(R,C,minus).
:- adj(R,C,S,D), is(R,C,K), is(S,D,K).
:- number(E,I,N), E = (top;left), #count { R,C : at(E,I,R,C,_), is(R,C,plus) } != N.
:- number(E,I,N), E = (bottom;right), #count { R,C : at(E,I,R,C,_), is(R,C,minus) } != N.
""",
    "signpost": TO + """
last(rows*columns).  1 { value(R,C,1..N) : last(N) } 1 :- cell(R,C).  #show value/3.
:- value(R,C,N), value(S,D,N), (R,C) < (S,D).  :- number(R,C,N), not value(R,C,N).
:- cell(R,C), not arrow(R,C,_), last(N), not value(R,C,N).
points(R,C,R+A*L,C+B*L) :- arrow(R,C,W), to(W,A,B), L = 1..rows+columns, cell(R+A*L,C+B*L).
:- value(R,C,N), value(S,D,N+1), not points(R,C,S,D).
""",
    "signs": """
to("←",0,-1).  to("→",0,1).  to("↑",-1,0).  to("↓",1,0).  to("↖",-1,-1).  to("↗",-1,1).  to("↘",1,1).  to("↙",1,-1).
head("↔",("←";"→")).  head("↕",("↑";"↓")).  head("⤡",("↖";"↘")).  head("⤢",("↗";"↙")).  head(W,W) :- to(W,_,_).
1 { number(R,C,1..values) } 1 :- cell(R,C).  #show number/3.  :- given(R,C,N), not number(R,C,N).
seen(R,C,N) :- sign(R,C,W), head(W,V), to(V,A,B), L = 1..rows+columns, number(R+A*L,C+B*L,N).
:- number(R,C,N), #count { M : seen(R,C,M) } != N.
""",
    "burokku": """
1 { area(R,C,1..rows) } 1 :- cell(R,C).  :- N = 1..rows, #count { R,C : area(R,C,N) } != rows.
first(N,R,C) :- area(R,C,N), not area(S,D,N) : cell(S,D), (S,D) < (R,C).  :- first(N,R,C), first(M,S,D), N < M, (S,D) < (R,C).
together(R,C,S,D) :- adj(R,C,S,D), area(R,C,N), area(S,D,N).
along(R,C) :- first(_,R,C).  along(S,D) :- along(R,C), together(R,C,S,D).  :- cell(R,C), not along(R,C).
:- letter(R,C,L), letter(S,D,L), (R,C) < (S,D), area(R,C,N), area(S,D,N).
border(R,C,S,D) :- adj(R,C,S,D), (R,C) < (S,D), not together(R,C,S,D).  #show border/4.
""",
    "toroidal_queens": """
{ occupied(R,C) } :- cell(R,C).  #show occupied/2.
:- N = 0..rows-1, #count { C : occupied(N,C) } != 1.  :- N = 0..columns-1, #count { R : occupied(R,N) } != 1.
:- occupied(R,C), occupied(S,D), R < S, |C-D| = S-R.  :- occupied(R,C), occupied(S,D), R < S, |C-D| = columns-S+R.
:- given(R,C,queen), not occupied(R,C).  :- given(R,C,empty), occupied(R,C).
""",
    "wrapping_net": """
beside(R,C,R,(C+1)\\columns) :- cell(R,C).  beside(R,C,(R+1)\\rows,C) :- cell(R,C).
{ line(R,C,S,D) : beside(R,C,S,D) } = rows*columns-1.  #show line/4.
joined(R,C,S,D) :- line(R,C,S,D).  joined(R,C,S,D) :- line(S,D,R,C).
along(0,0).  along(S,D) :- along(R,C), joined(R,C,S,D).  :- cell(R,C), not along(R,C).
ends(R,C,N) :- cell(R,C), N = #count { S,D : joined(R,C,S,D) }.
straight(R,C) :- ends(R,C,2), joined(R,C,R,D), joined(R,C,R,E), D < E.
straight(R,C) :- ends(R,C,2), joined(R,C,S,C), joined(R,C,T,C), S < T.
:- tile(R,C,"E"), not ends(R,C,1).  :- tile(R,C,"T"), not ends(R,C,3).  :- tile(R,C,"X"), not ends(R,C,4).
:- tile(R,C,"I"), not straight(R,C).  :- tile(R,C,"L"), not ends(R,C,2).  :- tile(R,C,"L"), straight(R,C).
""",
    "train_tracks": """
beside(R,C,R,C+1) :- R = 0..rows-1, C = -1..columns-1.  beside(R,C,R+1,C) :- R = -1..rows-1, C = 0..columns-1.
{ track(R,C,S,D) } :- beside(R,C,S,D).  #show track/4.
goes(R,C,S,D) :- track(R,C,S,D).  goes(R,C,S,D) :- track(S,D,R,C).
:- rail(R,C,S,D,_), not track(R,C,S,D).  :- track(R,C,S,D), not rail(R,C,S,D,_), not cell(R,C).  :- track(R,C,S,D), not rail(R,C,S,D,_), not cell(S,D).
used(R,C) :- cell(R,C), goes(R,C,_,_).  :- used(R,C), #count { S,D : goes(R,C,S,D) } != 2.
start(R,C) :- used(R,C), not used(S,D) : cell(S,D), (S,D) < (R,C).
along(R,C) :- start(R,C).  along(S,D) :- along(R,C), goes(R,C,S,D), cell(S,D).  :- used(R,C), not along(R,C).
""" + OUTSIDE.replace("FOUND", "used"),
    "statue_park": EACH_PIECE + connected("empty") + """
#show full/2.  empty(R,C) :- cell(R,C), not full(R,C).
:- on(P,R,C), on(Q,S,D), adj(R,C,S,D), P != Q.  :- circle(R,C,black), empty(R,C).  :- circle(R,C,white), full(R,C).
""",
    "sumiwake": SPARSE + THREE_ROOMS + ":- number(Y,X,N), #count { R,C : touches(Y,X,R,C), black(R,C) } != N.\n",
    "la_paz": BLACK + APART + """
{ pair(R,C,S,D) : adj(R,C,S,D), (R,C) < (S,D) }.  #show pair/4.
mate(R,C,S,D) :- pair(R,C,S,D).  mate(R,C,S,D) :- pair(S,D,R,C).
:- white(R,C), #count { S,D : mate(R,C,S,D) } != 1.  :- black(R,C), mate(R,C,_,_).
:- number(R,C,_), black(R,C).  :- open_number(R,C), black(R,C).
:- number(R,C,N), mate(R,C,R,_), #count { D : black(R,D) } != N.  :- number(R,C,N), mate(R,C,_,C), #count { S : black(S,C) } != N.
""",
    # Five Sudokus: those in the corners share a box with the one in the middle.
    "samurai": """
box(H,W) :- H = 1..4, W = 1..4, rows = H * (3*W-2), columns = W * (3*H-2).
grid(0,0).  grid(0,2).  grid(2,0).  grid(2,2).  grid(1,1).
of(I,J,R,C,B,D) :- grid(I,J), box(H,W), R = I*H*(W-1)..I*H*(W-1)+H*W-1, C = J*W*(H-1)..J*W*(H-1)+H*W-1, B = R/H, D = C/W.
1 { value(R,C,1..H*W) } 1 :- of(_,_,R,C,_,_), box(H,W).  #show value/3.
:- of(I,J,R,C,_,_), of(I,J,R,D,_,_), C < D, value(R,C,N), value(R,D,N).
:- of(I,J,R,C,_,_), of(I,J,S,C,_,_), R < S, value(R,C,N), value(S,C,N).
:- of(I,J,R,C,B,D), of(I,J,S,E,B,D), (R,C) < (S,E), value(R,C,N), value(S,E,N).
:- number(R,C,N), not value(R,C,N).
""",
    "sheep_and_wolves": SIDE_LOOP + INSIDE + """
:- number(R,C,N), N < 5, #count { S,D : crossed(R,C,S,D) ; S,D : crossed(S,D,R,C) } != N.
:- number(R,C,5), not inside(R,C).  :- number(R,C,6), inside(R,C).
""",
    "castle_wall": ONE_LOOP + TO + """
stop(R,C) :- side(R,C,_).  stop(R,C) :- open_side(R,C).  stop(R,C) :- arrow(R,C,_).  :- stop(R,C), on(R,C).
% A walk to the left from a clue crosses the loop as often as lines go down from its row, seen just below the middle.
odd(R,C,0,0) :- stop(R,C).
odd(R,C,D+1,K) :- odd(R,C,D,K), D < C, not joined(R,C-D-1,R+1,C-D-1).
odd(R,C,D+1,1-K) :- odd(R,C,D,K), D < C, joined(R,C-D-1,R+1,C-D-1).
:- side(R,C,white), odd(R,C,C,0).  :- side(R,C,black), odd(R,C,C,1).
:- number(R,C,N), arrow(R,C,W), to(W,A,B), #count { L : joined(R+A*L,C+B*L,R+A*(L+1),C+B*(L+1)), L = 0..rows+columns } != N.
""",
    "balance_loop": ONE_LOOP + FAR + """
:- circle(R,C,_), not on(R,C).
differ(R,C) :- end(R,C,A,B,L), end(R,C,X,Y,M), L != M.
:- circle(R,C,white), differ(R,C).  :- circle(R,C,black), not differ(R,C).
:- number(R,C,N), on(R,C), not both(R,C,N).  :- number(R,C,N), not on(R,C).
""",
    "battenberg": BLACK + """
checkered(R+1,C+1) :- square(R,C), black(R,C), black(R+1,C+1), white(R+1,C), white(R,C+1).
checkered(R+1,C+1) :- square(R,C), white(R,C), white(R+1,C+1), black(R+1,C), black(R,C+1).
:- checkered(Y,X), not mark(Y,X,_).  :- mark(Y,X,_), Y = 1..rows-1, X = 1..columns-1, not checkered(Y,X).
""" + OUTSIDE.replace("FOUND", "black"),
    "aquarium": """
1 { top(A,0..rows) } 1 :- tank(_,_,A).  :- top(A,T), T < rows, not tank(T,_,A).
water(R,C) :- tank(R,C,A), top(A,T), R >= T.  #show water/2.
""" + OUTSIDE.replace("FOUND", "water"),
}

# Areas of SIZE cells: each belongs to its first cell.
CELLS = """
{ link(R,C,S,D) : adj(R,C,S,D), (R,C) < (S,D) }.  #show link/4.
joined(R,C,S,D) :- link(R,C,S,D).  joined(R,C,S,D) :- link(S,D,R,C).
part(R,C,R,C) :- cell(R,C).  part(R,C,S,D) :- part(R,C,A,B), joined(A,B,S,D).
:- adj(R,C,S,D), part(R,C,S,D), not joined(R,C,S,D).  :- cell(R,C), #count { S,D : part(R,C,S,D) } != SIZE.
:- number(R,C,N), #count { S,D : joined(R,C,S,D) } != 4-N.
"""

PROGRAMS |= {
    "island": """
clue(R,C) :- number(R,C,_).  clue(R,C) :- open_number(R,C).  { land(R,C) } :- cell(R,C), not clue(R,C).  #show land/2.
part(R,C,R,C) :- land(R,C).  part(R,C,S,D) :- part(R,C,A,B), adj(A,B,S,D), land(S,D).
:- number(R,C,N), #count { X,Y : adj(R,C,S,D), part(S,D,X,Y) } != N.
dry(R,C) :- land(R,C).  dry(R,C) :- clue(R,C).
""" + connected("dry"),
    "kurarin": ONE_LOOP + """
black(R,C) :- cell(R,C), not on(R,C).  #show black/2.
:- dot(R,C,white), black(R,C).  :- dot(R,C,black), not black(R,C).
near(l(R,C,S,D),R,C) :- link_dot(R,C,S,D,_).  near(l(R,C,S,D),S,D) :- link_dot(R,C,S,D,_).
near(k(Y,X),R,C) :- corner_dot(Y,X,_), touches(Y,X,R,C).
says(l(R,C,S,D),W) :- link_dot(R,C,S,D,W).  says(k(Y,X),W) :- corner_dot(Y,X,W).
balance(P,B) :- says(P,_), B = #sum { 1,R,C : near(P,R,C), black(R,C); -1,R,C : near(P,R,C), not black(R,C) }.
:- says(P,black), balance(P,B), B <= 0.  :- says(P,white), balance(P,B), B >= 0.  :- says(P,W), W != black, W != white, balance(P,B), B != 0.
""",
    "palisade": CELLS.replace("SIZE", "cells_of_area"),
    "zip": """
1 { value(R,C,1..rows*columns) } 1 :- cell(R,C).  #show value/3.  :- value(R,C,N), value(S,D,N), (R,C) < (S,D).
closed(R,C,S,D) :- wall(R,C,S,D,_).  closed(S,D,R,C) :- wall(R,C,S,D,_).
:- value(R,C,N), N < rows*columns, not value(S,D,N+1) : adj(R,C,S,D), not closed(R,C,S,D).
most(M) :- M = #max { N : number(_,_,N) }.  :- number(R,C,1), not value(R,C,1).  :- most(M), number(R,C,M), not value(R,C,rows*columns).
:- number(R,C,N), number(S,D,M), N < M, value(R,C,A), value(S,D,B), A > B.
""",
    "choco_banana": BLACK + """
same(R,C,S,D) :- adj(R,C,S,D), black(R,C), black(S,D).  same(R,C,S,D) :- adj(R,C,S,D), white(R,C), white(S,D).
part(R,C,R,C) :- cell(R,C).  part(R,C,S,D) :- part(R,C,A,B), same(A,B,S,D).
% A connected area is a rectangle if it is all of the rectangle around it.
gap(R,C) :- part(R,C,A,_), part(R,C,_,B), not part(R,C,A,B).  :- black(R,C), gap(R,C).  :- white(R,C), not gap(R,C).
:- number(R,C,N), #count { S,D : part(R,C,S,D) } != N.
""",
    "five_cells": CELLS.replace("SIZE", "5"),
    "four_cells": CELLS.replace("SIZE", "4"),
    "kurotto": BLACK + """
:- number(R,C,_), black(R,C).  :- open_number(R,C), black(R,C).
part(R,C,R,C) :- black(R,C).  part(R,C,S,D) :- part(R,C,A,B), adj(A,B,S,D), black(S,D).
:- number(R,C,N), #count { X,Y : adj(R,C,S,D), part(S,D,X,Y) } != N.
""",
    "arrow_numbers": """
spot(E,I) :- at(E,I,_,_,_).  1 { arrow(E,I,1..3) } 1 :- spot(E,I).  #show arrow/3.
% Where a slanted arrow leads: from just outside the board, in steps of both.
off(top,I,-1,I) :- spot(top,I).  off(bottom,I,rows,I) :- spot(bottom,I).  off(left,I,I,-1) :- spot(left,I).  off(right,I,I,columns) :- spot(right,I).
way(top,1,1,-1).  way(top,2,1,0).  way(top,3,1,1).  way(bottom,1,-1,-1).  way(bottom,2,-1,0).  way(bottom,3,-1,1).
way(left,1,-1,1).  way(left,2,0,1).  way(left,3,1,1).  way(right,1,-1,-1).  way(right,2,0,-1).  way(right,3,1,-1).
aim(E,I,K,Y+L*A,X+L*B) :- off(E,I,Y,X), way(E,K,A,B), L = 1..rows+columns, cell(Y+L*A,X+L*B).
:- arrow(E,I,K), not aim(E,I,K,_,_).
:- number(R,C,N), #count { E,I : arrow(E,I,K), aim(E,I,K,R,C) } != N.  :- given(E,I,K), not arrow(E,I,K).
""",
    "bricks": LATIN + """
odd(R,C) :- value(R,C,N), N \\ 2 = 1.  :- brick(R,C,A), #count { S,D : brick(S,D,A), odd(S,D) } != 1.
""",
    "buraitoraito": """
wall(R,C) :- number(R,C,_).  wall(R,C) :- open_number(R,C).  { star(R,C) } :- cell(R,C), not wall(R,C).  #show star/2.
sees(R,C,A,B,1) :- number(R,C,_), cell(R+A,C+B), not wall(R+A,C+B), (A,B) = ((0,1);(0,-1);(1,0);(-1,0)).
sees(R,C,A,B,L+1) :- sees(R,C,A,B,L), cell(R+A*(L+1),C+B*(L+1)), not wall(R+A*(L+1),C+B*(L+1)).
:- number(R,C,N), #count { A,B,L : sees(R,C,A,B,L), star(R+A*L,C+B*L) } != N.
""",
    "clusters": BLACK + """
:- dot(R,C,white), black(R,C).  :- dot(R,C,black), white(R,C).
alike(R,C,S,D) :- adj(R,C,S,D), black(R,C), black(S,D).  alike(R,C,S,D) :- adj(R,C,S,D), white(R,C), white(S,D).
:- dot(R,C,_), #count { S,D : alike(R,C,S,D) } != 1.
:- cell(R,C), not dot(R,C,white), not dot(R,C,black), #count { S,D : alike(R,C,S,D) } < 2.
""",
    "doors": """
{ closed(R,C,S,D) : adj(R,C,S,D), (R,C) < (S,D) }.  #show closed/4.
shut(R,C,S,D) :- closed(R,C,S,D).  shut(R,C,S,D) :- closed(S,D,R,C).
sees(R,C,A,B,1) :- number(R,C,_), adj(R,C,R+A,C+B), not shut(R,C,R+A,C+B), A = -1..1, B = -1..1.
sees(R,C,A,B,L+1) :- sees(R,C,A,B,L), S = R+A*L, D = C+B*L, adj(S,D,S+A,D+B), not shut(S,D,S+A,D+B).
:- number(R,C,N), #count { A,B,L : sees(R,C,A,B,L) } != N-1.
""",
    "double_back": """
{ line(R,C,S,D) : adj(R,C,S,D), (R,C) < (S,D), not hole(R,C,_), not hole(S,D,_) }.  #show line/4.
joined(R,C,S,D) :- line(R,C,S,D).  joined(R,C,S,D) :- line(S,D,R,C).
on(R,C) :- cell(R,C), not hole(R,C,_).  :- on(R,C), #count { S,D : joined(R,C,S,D) } != 2.
start(R,C) :- on(R,C), not on(S,D) : cell(S,D), (S,D) < (R,C).  :- not start(R,C) : cell(R,C).
along(R,C) :- start(R,C).  along(S,D) :- along(R,C), joined(R,C,S,D).  :- on(R,C), not along(R,C).
:- region(R,C,A), on(R,C), #count { X,Y,S,D : joined(X,Y,S,D), region(X,Y,A), not region(S,D,A) } != 4.
""",
    "fobidoshi": """
{ circle(R,C) } :- cell(R,C).  #show circle/2.  :- given(R,C,circle), not circle(R,C).  :- given(R,C,empty), circle(R,C).
:- circle(R,C), circle(R,C+1), circle(R,C+2), circle(R,C+3).  :- circle(R,C), circle(R+1,C), circle(R+2,C), circle(R+3,C).
""" + connected("circle"),
    "gappy": BLACK + """
:- E = (top;left), at(E,I,_,_,_), #count { P : at(E,I,R,C,P), black(R,C) } != black_cells.
:- black(R,C), black(S,D), around(R,C,S,D).
:- number(E,I,N), L = #min { P : at(E,I,R,C,P), black(R,C) }, H = #max { P : at(E,I,R,C,P), black(R,C) }, H-L+1-black_cells != N.
""",
    "kakuru": """
clue(R,C) :- sum_around(R,C,_).  clue(R,C) :- open_sum_around(R,C).
free(R,C) :- cell(R,C), not clue(R,C), not hole(R,C,_).  1 { value(R,C,1..digits) } 1 :- free(R,C).  #show value/3.
:- number(R,C,N), not value(R,C,N).  :- value(R,C,N), value(S,D,N), around(R,C,S,D).
:- clue(R,C), N = 1..digits, #count { S,D : around(R,C,S,D), value(S,D,N) } > 1.
:- sum_around(R,C,N), #sum { M,S,D : around(R,C,S,D), value(S,D,M) } != N.
""",
    "kazunori_room": """
size(A,N) :- region(_,_,A), N = #count { R,C : region(R,C,A) }.
1 { value(R,C,1..N/2) } 1 :- region(R,C,A), size(A,N).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- value(R,C,N), region(R,C,A), #count { S,D : region(S,D,A), value(S,D,N) } != 2.
:- value(R,C,N), region(R,C,A), not value(S,D,N) : region(S,D,A), adj(R,C,S,D).
:- value(R,C,N), value(R+1,C,N), value(R,C+1,N), value(R+1,C+1,N).
:- total(R,C,S,D,N), value(R,C,A), value(S,D,B), A+B != N.
""",
    "light_and_shadow": BLACK + """
:- colour(R,C,white), black(R,C).  :- colour(R,C,black), white(R,C).
same(R,C,S,D) :- adj(R,C,S,D), black(R,C), black(S,D).  same(R,C,S,D) :- adj(R,C,S,D), white(R,C), white(S,D).
part(R,C,R,C) :- cell(R,C).  part(R,C,S,D) :- part(R,C,A,B), same(A,B,S,D).
:- cell(R,C), #count { S,D : part(R,C,S,D), colour(S,D,_) } != 1.
:- number(R,C,N), #count { S,D : part(R,C,S,D) } != N.
""",
    "lighthouses": """
tower(R,C) :- number(R,C,_).  tower(R,C) :- open_number(R,C).  { ship(R,C) } :- cell(R,C), not tower(R,C).  #show ship/2.
:- ship(R,C), around(R,C,S,D), ship(S,D).  :- ship(R,C), around(R,C,S,D), tower(S,D).
:- ship(R,C), not tower(R,D) : cell(R,D); not tower(S,C) : cell(S,C).
:- number(R,C,N), #count { S,D : ship(S,D), (R-S)*(C-D) = 0 } != N.
""",
    "magic_square": """
1 { value(R,C,1..rows*rows) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- value(R,C,N), value(S,D,N), (R,C) < (S,D).  sum(rows*(rows*rows+1)/2).
:- sum(M), cell(R,_), #sum { N,C : value(R,C,N) } != M.  :- sum(M), cell(_,C), #sum { N,R : value(R,C,N) } != M.
:- sum(M), #sum { N,R : value(R,R,N) } != M.  :- sum(M), #sum { N,R : value(R,rows-1-R,N) } != M.
""",
    "makaro": """
wall(R,C) :- arrow(R,C,_).  wall(R,C) :- open_arrow(R,C).
size(A,N) :- region(_,_,A), N = #count { R,C : region(R,C,A), not wall(R,C) }.
1 { value(R,C,1..N) } 1 :- region(R,C,A), size(A,N), not wall(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- region(R,C,A), region(S,D,A), value(R,C,N), value(S,D,N), (R,C) < (S,D).  :- adj(R,C,S,D), value(R,C,N), value(S,D,N).
ahead(R,C,R-1,C) :- arrow(R,C,"↑").  ahead(R,C,R+1,C) :- arrow(R,C,"↓").  ahead(R,C,R,C-1) :- arrow(R,C,"←").  ahead(R,C,R,C+1) :- arrow(R,C,"→").
:- ahead(R,C,S,D), value(S,D,N), adj(R,C,X,Y), value(X,Y,M), (S,D) != (X,Y), M >= N.
""",
    "map_colouring": """
1 { colour(A,1..colours) } 1 :- region(_,_,A).  #show colour/2.  :- region_number(A,N), not colour(A,N).
:- adj(R,C,S,D), region(R,C,A), region(S,D,B), A != B, colour(A,N), colour(B,N).
""",
    "minarism": LATIN + """
:- difference(R,C,S,D,N), value(R,C,A), value(S,D,B), |A-B| != N.
:- sign(R,C,S,D,(west;north)), value(R,C,N), value(S,D,M), N >= M.
:- sign(R,C,S,D,(east;south)), value(R,C,N), value(S,D,M), N <= M.
""",
    "munraito": """
body(R,C) :- planet(R,C,_).
{ star(R,C) } :- cell(R,C), not body(R,C).  { cloud(R,C) } :- cell(R,C), not body(R,C), not star(R,C).  #show star/2.  #show cloud/2.
:- E = (top;left), at(E,I,_,_,_), #count { P : at(E,I,R,C,P), star(R,C) } != 1.
:- E = (top;left), at(E,I,_,_,_), #count { P : at(E,I,R,C,P), cloud(R,C) } != 1.
ray(R,C,A,B,1) :- star(R,C), (A,B) = ((0,1);(0,-1);(1,0);(-1,0)).
ray(R,C,A,B,L+1) :- ray(R,C,A,B,L), S = R+A*L, D = C+B*L, cell(S,D), not cloud(S,D), not body(S,D).
shines(R+A*(L-1),C+B*(L-1),R+A*L,C+B*L) :- ray(R,C,A,B,L), body(R+A*L,C+B*L).
light(R,C,S,D) :- lit(R,C,S,D,_), body(R,C).  light(S,D,R,C) :- lit(R,C,S,D,_), body(S,D).
:- light(R,C,S,D), not shines(S,D,R,C).  :- shines(S,D,R,C), not light(R,C,S,D).
:- given(R,C,star), not star(R,C).  :- given(R,C,cloud), not cloud(R,C).
""",
    "no_four_in_a_row": """
{ circle(R,C) } :- cell(R,C).  #show circle/2.  :- given(R,C,circle), not circle(R,C).  :- given(R,C,cross), circle(R,C).
four(R,C,A,B) :- cell(R,C), (A,B) = ((0,1);(1,0);(1,1);(1,-1)), cell(R+3*A,C+3*B).
:- four(R,C,A,B), circle(R+I*A,C+I*B) : I = 0..3.  :- four(R,C,A,B), not circle(R+I*A,C+I*B) : I = 0..3.
""",
    "no_three": BLACK + connected("white") + """
:- adj(R,C,S,D), black(R,C), black(S,D).  :- dot(R,C,_), white(R,C).
next(R,C,0,D) :- black(R,C), D = #min { X-C : black(R,X), X > C }, cell(R,C+D).
next(R,C,1,D) :- black(R,C), D = #min { X-R : black(X,C), X > R }, cell(R+D,C).
:- next(R,C,0,D), next(R,C+D,0,D).  :- next(R,C,1,D), next(R+D,C,1,D).
:- link_dot(R,C,S,D,_), #count { X,Y : black(X,Y), (X,Y) = ((R,C);(S,D)) } != 1.
:- corner_dot(Y,X,_), #count { R,C : touches(Y,X,R,C), black(R,C) } != 1.
""",
    "number_ball": """
1 { value(R,C,0..numbers) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- E = (top;left), at(E,I,_,_,_), N = 1..numbers, #count { P : at(E,I,R,C,P), value(R,C,N) } != 1.
:- mark(R,C,ball), value(R,C,0).  :- mark(R,C,cross), not value(R,C,0).
""",
    "rikudo": HEXAGONS + """
place(R,C) :- cell(R,C).
1 { value(R,C,1..free) } 1 :- cell(R,C), not hole(R,C,_).  #show value/3.
:- value(R,C,N), value(S,D,N), (R,C) < (S,D).  :- number(R,C,N), not value(R,C,N).
:- value(R,C,N), N < free, not value(S,D,N+1) : touch(R,C,S,D).
:- dot(R,C,S,D), value(R,C,N), value(S,D,M), |N-M| != 1.
""",
    "roma": """
1 { road(R,C,("↑";"↓";"←";"→")) } 1 :- cell(R,C), not goal(R,C,_).  #show road/3.  :- arrow(R,C,D), not road(R,C,D).
:- region(R,C,A), region(S,D,A), road(R,C,W), road(S,D,W), (R,C) < (S,D).
to(R,C,R-1,C) :- road(R,C,"↑").  to(R,C,R+1,C) :- road(R,C,"↓").  to(R,C,R,C-1) :- road(R,C,"←").  to(R,C,R,C+1) :- road(R,C,"→").
there(R,C) :- goal(R,C,_).  there(R,C) :- to(R,C,S,D), there(S,D).  :- cell(R,C), not there(R,C).
""",
    # Each white area is an upright or a slanted rectangle: each of its quarters of cells lies in the only one that is chosen there.
    "shakashaka": """
wall(R,C) :- number(R,C,_).  wall(R,C) :- open_number(R,C).
1 { filled(R,C,(white;nw;ne;se;sw)) } 1 :- cell(R,C), not wall(R,C).  #show filled/3.
dark(nw,(n;w)).  dark(ne,(n;e)).  dark(se,(s;e)).  dark(sw,(s;w)).
light(R,C,Q) :- filled(R,C,T), Q = (n;e;s;w), not dark(T,Q).
at(R,C,n,4*(R+C)+3,4*(C-R)+1) :- cell(R,C).  at(R,C,e,4*(R+C)+5,4*(C-R)+1) :- cell(R,C).
at(R,C,s,4*(R+C)+5,4*(C-R)-1) :- cell(R,C).  at(R,C,w,4*(R+C)+3,4*(C-R)-1) :- cell(R,C).
beside(R,C,n,R,C,(e;w)) :- cell(R,C).  beside(R,C,s,R,C,(e;w)) :- cell(R,C).
beside(R,C,e,R,C+1,w) :- cell(R,C), cell(R,C+1).  beside(R,C,s,R+1,C,n) :- cell(R,C), cell(R+1,C).
area(upright(R,C,S,D),4*(S-R+1)*(D-C+1)) :- cell(R,C), cell(S,D), R <= S, C <= D.
area(slanted(U,V,M,N),2*(V-U)*(N-M)) :- U = 0..rows+columns, V = U+1..rows+columns, M = -rows..columns, N = M+1..columns.
inside(upright(R,C,S,D),Y,X,Q) :- area(upright(R,C,S,D),_), Y = R..S, X = C..D, Q = (n;e;s;w).
inside(slanted(U,V,M,N),R,C,Q) :- area(slanted(U,V,M,N),_), at(R,C,Q,X,Y), 4*U < X, X < 4*V, 4*M < Y, Y < 4*N.
whole(A) :- area(A,K), K = #count { R,C,Q : inside(A,R,C,Q) }.
1 { chosen(A) : whole(A), inside(A,R,C,Q) } 1 :- light(R,C,Q).
:- chosen(A), inside(A,R,C,Q), not light(R,C,Q).
:- beside(R,C,Q,S,D,P), light(R,C,Q), light(S,D,P), chosen(A), inside(A,R,C,Q), not inside(A,S,D,P).
:- number(R,C,N), #count { S,D : adj(R,C,S,D), filled(S,D,T), T != white } != N.
""",
    "suko": """
1 { value(R,C,1..rows*columns) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- value(R,C,N), value(S,D,N), (R,C) < (S,D).
:- sum_around(Y,X,M), #sum { N,R,C : touches(Y,X,R,C), value(R,C,N) } != M.
:- region_total(A,M), #sum { N,R,C : colour(R,C,A), value(R,C,N) } != M.
""",
    "survo": """
1 { value(R,C,1..rows*columns) } 1 :- cell(R,C).  #show value/3.  :- number(R,C,N), not value(R,C,N).
:- value(R,C,N), value(S,D,N), (R,C) < (S,D).  :- total(E,I,M), #sum { N,P : at(E,I,R,C,P), value(R,C,N) } != M.
""",
    "toichika": """
1 { pointer(R,C,D) : region(R,C,A), way(D,_,_,_) } 1 :- region(_,_,A).  #show pointer/3.  :- arrow(R,C,D), not pointer(R,C,D).
way("↑",-1,0,"↓").  way("↓",1,0,"↑").  way("←",0,-1,"→").  way("→",0,1,"←").
ahead(R,C,D,R+K*Y,C+K*X,K) :- cell(R,C), way(D,Y,X,_), K = 1..rows+columns, cell(R+K*Y,C+K*X).
taken(R,C) :- pointer(R,C,_).
meets(R,C,S,T) :- pointer(R,C,D), way(D,_,_,E), ahead(R,C,D,S,T,K), pointer(S,T,E), not taken(U,V) : ahead(R,C,D,U,V,J), J < K.
:- taken(R,C), not meets(R,C,S,T) : cell(S,T).
:- meets(R,C,S,T), region(R,C,A), region(S,T,B), adj(Y,X,V,W), region(Y,X,A), region(V,W,B).
""",
    "tango": """
{ sun(R,C) } :- cell(R,C).  moon(R,C) :- cell(R,C), not sun(R,C).  #show sun/2.
:- given(R,C,sun), moon(R,C).  :- given(R,C,moon), sun(R,C).
:- E = (top;left), at(E,I,_,_,_), #sum { 1,P : at(E,I,R,C,P), sun(R,C); -1,P : at(E,I,R,C,P), moon(R,C) } != 0.
:- sun(R,C), sun(R,C+1), sun(R,C+2).  :- sun(R,C), sun(R+1,C), sun(R+2,C).
:- moon(R,C), moon(R,C+1), moon(R,C+2).  :- moon(R,C), moon(R+1,C), moon(R+2,C).
:- sign(R,C,S,D,white), sun(R,C), moon(S,D).  :- sign(R,C,S,D,white), moon(R,C), sun(S,D).
:- sign(R,C,S,D,black), sun(R,C), sun(S,D).  :- sign(R,C,S,D,black), moon(R,C), moon(S,D).
""",
    "tile_paint": BLACK + """
:- region(R,C,A), region(S,D,A), black(R,C), white(S,D).
:- number(E,I,N), #count { P : at(E,I,R,C,P), black(R,C) } != N.
""",
    "toichika": """
{ arrow_in(R,C,((-1,0);(1,0);(0,-1);(0,1))) } 1 :- cell(R,C).  #show arrow_in/3.  full(R,C) :- arrow_in(R,C,_).
:- region(_,_,A), #count { R,C : region(R,C,A), full(R,C) } != 1.
beside(A,B) :- adj(R,C,S,D), region(R,C,A), region(S,D,B).  beside(A,A) :- region(_,_,A).
meets(R,C) :- arrow_in(R,C,(A,B)), arrow_in(R+A*L,C+B*L,(-A,-B)), L = 1..rows+columns,
    not full(R+A*K,C+B*K) : K = 1..L-1; region(R,C,X), region(R+A*L,C+B*L,Y), not beside(X,Y).
:- full(R,C), not meets(R,C).  :- open_arrow(R,C), not full(R,C).
way("↑",(-1,0)).  way("↓",(1,0)).  way("←",(0,-1)).  way("→",(0,1)).  :- arrow(R,C,D), way(D,W), not arrow_in(R,C,W).
""",
    "wall_logic": """
clue(R,C) :- number(R,C,_).  clue(R,C) :- open_number(R,C).  free(R,C) :- cell(R,C), not clue(R,C), not wall(R,C,_).
way((0,1);(0,-1);(1,0);(-1,0)).  1 { filled(R,C,W) : way(W) } 1 :- free(R,C).  #show filled/3.
from(R,C,R+A*1,C+B*1,(A,B)) :- clue(R,C), way((A,B)), filled(R+A,C+B,(A,B)).
from(R,C,S+A,D+B,(A,B)) :- from(R,C,S,D,(A,B)), filled(S+A,D+B,(A,B)).
:- free(S,D), not from(_,_,S,D,_).  :- number(R,C,N), #count { S,D : from(R,C,S,D,_) } != N.
""",
}
