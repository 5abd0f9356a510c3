// Clauses, and what follows from them one step at a time: unit propagation, and what is learned of a conflict.

/**
 * A formula in which some literals are decided. Literals are numbers, negative ones are negated. A clause is known by
 * its number; those that are learned come last.
 */
export class Search {
  /** @param {number} variables @param {number[][]} clauses */
  constructor(variables, clauses) {
    this.variables = variables;
    this.clauses = clauses.map((clause) => [...new Set(clause)]);
    /** How many clauses are the formula's own. */
    this.own = clauses.length;
    /** Of each literal the clauses that have it. @type {number[][]} */
    this.having = Array.from({ length: 2 * variables + 1 }, () => []);
    this.clauses.forEach((clause, number) => this.#enter(clause, number));
    /** Of each variable 1 when it is true, -1 when it is false, 0 while it is open. */
    this.values = new Int8Array(variables + 1);
    /** What is known, in its order: the literal, the clause that it follows from, and how many decisions came before. @type {{lit: number, clause: number | null, level: number}[]} */
    this.trail = [];
    /** Of each variable where it is in the trail. */
    this.at = new Int32Array(variables + 1);
    /** How much of the trail has been looked at, and how many clauses of its next literal. */
    this.looked = 0;
    this.seen = 0;
    /** The clauses of one literal that were not looked at from the start. */
    this.started = 0;
    /** The clause that is broken. @type {number | null} */
    this.conflict = null;
  }

  /** @param {number[]} clause @param {number} number */
  #enter(clause, number) {
    for (const lit of clause) this.having[lit + this.variables].push(number);
  }

  /** Whether a literal is true (1), false (-1) or open (0). @param {number} lit */
  value(lit) {
    return lit > 0 ? this.values[lit] : -this.values[-lit];
  }

  /** How many decisions there are. */
  get level() {
    return this.trail.at(-1)?.level ?? 0;
  }

  /** @param {number} lit @param {number | null} clause @param {number} level */
  #assign(lit, clause, level) {
    this.values[Math.abs(lit)] = Math.sign(lit);
    this.at[Math.abs(lit)] = this.trail.length;
    this.trail.push({ lit, clause, level });
  }

  /** Decides a literal that is open. @param {number} lit */
  decide(lit) {
    if (this.value(lit) === 0 && this.conflict === null) this.#assign(lit, null, this.level + 1);
  }

  /** The next thing that follows: a literal with its clause, or a clause that is broken; null when nothing does. @returns {{lit: number | null, clause: number} | null} */
  step() {
    if (this.conflict !== null) return null;
    // Clauses with one literal, or none, wait for nothing.
    for (; this.started < this.clauses.length; this.started++) {
      if (this.clauses[this.started].length < 2) {
        const found = this.#tell(this.started);
        if (found) return found;
      }
    }
    for (; this.looked < this.trail.length; this.looked++, this.seen = 0) {
      const waiting = this.having[this.variables - this.trail[this.looked].lit];
      while (this.seen < waiting.length) {
        const found = this.#tell(waiting[this.seen++]);
        if (found) return found;
      }
    }
    return null;
  }

  /** What a clause says now. @param {number} number */
  #tell(number) {
    const clause = this.clauses[number];
    let open = 0;
    for (const lit of clause) {
      const value = this.value(lit);
      if (value > 0 || (value === 0 && open !== 0 && open !== lit)) return null;
      if (value === 0) open = lit;
    }
    if (open === 0) this.conflict = number;
    else this.#assign(open, number, this.level);
    return { lit: open || null, clause: number };
  }

  /** All that follows; the number of steps. */
  propagate() {
    let steps = 0;
    while (this.step()) steps++;
    return steps;
  }

  /**
   * What the conflict teaches: clauses are resolved backwards until one literal of the last decision's level is left,
   * which is the first unique implication point. Null when nothing was decided: then there is no solution.
   * @returns {{clause: number[], level: number, resolved: number[]} | null}
   */
  analyse() {
    if (this.conflict === null) return null;
    const level = Math.max(0, ...this.clauses[this.conflict].map((lit) => this.#entry(lit).level));
    if (level === 0) return null;
    const learned = new Set(this.clauses[this.conflict]);
    const resolved = [this.conflict];
    const ofLevel = () => [...learned].filter((lit) => this.#entry(lit).level === level);
    for (let last = ofLevel(); last.length > 1; last = ofLevel()) {
      const lit = last.reduce((one, other) => (this.#position(one) > this.#position(other) ? one : other));
      const { clause } = this.#entry(lit);
      if (clause === null) break;
      learned.delete(lit);
      for (const other of this.clauses[clause]) if (other !== -lit && this.#entry(other).level > 0) learned.add(other);
      resolved.push(clause);
    }
    const clause = [...learned].filter((lit) => this.#entry(lit).level > 0).sort((one, other) => this.#position(other) - this.#position(one));
    return { clause, level: this.#entry(clause[1] ?? 0)?.level ?? 0, resolved };
  }

  /** @param {number} lit */
  #position(lit) {
    return this.at[Math.abs(lit)];
  }

  /** @param {number} lit */
  #entry(lit) {
    return lit === 0 ? { lit: 0, clause: null, level: 0 } : this.trail[this.#position(lit)];
  }

  /** Learns what the conflict teaches, and takes back the decisions that it makes wrong. */
  learn() {
    const taught = this.analyse();
    if (!taught) return null;
    this.back(this.trail.findIndex(({ level }) => level > taught.level));
    this.clauses.push(taught.clause);
    this.#enter(taught.clause, this.clauses.length - 1);
    this.started = Math.min(this.started, this.clauses.length - 1);
    if (taught.clause.length > 1) this.#assign(taught.clause[0], this.clauses.length - 1, this.level);
    return taught;
  }

  /** Takes back the trail from a place on. @param {number} length */
  back(length) {
    for (const { lit } of this.trail.splice(length)) this.values[Math.abs(lit)] = 0;
    Object.assign(this, { conflict: null, looked: 0, seen: 0, started: 0 });
  }

  /** What is to be remembered to come back here. */
  remembered() {
    const { trail, clauses, looked, seen, started, conflict } = this;
    return { trail: [...trail], clauses: clauses.length, looked, seen, started, conflict };
  }

  /** Goes back to what was remembered. @param {ReturnType<Search["remembered"]>} to */
  restore({ trail, clauses, ...rest }) {
    this.back(0);
    for (const clause of this.clauses.splice(clauses)) for (const lit of clause) this.having[lit + this.variables].pop();
    trail.forEach(({ lit, clause, level }) => this.#assign(lit, clause, level));
    Object.assign(this, rest);
  }

  /** The formula as DIMACS, with what was learned. @param {(lit: number) => string} name */
  dimacs(name) {
    const line = (/** @type {number[]} */ clause) => `${clause.join(" ")}${clause.length ? " " : ""}0\n`;
    const named = Array.from({ length: this.variables }, (_, at) => `c var ${at + 1} ${name(at + 1)}\n`);
    const learned = this.clauses.slice(this.own);
    return [...named, `p cnf ${this.variables} ${this.clauses.length}\n`, ...this.clauses.slice(0, this.own).map(line), ...learned.map((clause) => `c learned\n${line(clause)}`)].join("");
  }
}
