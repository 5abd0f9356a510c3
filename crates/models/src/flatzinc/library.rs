//! What MiniZinc needs to know about this solver: its configuration, and the constraints that it
//! handles itself.

/// Every file of the library of redefinitions, with its name and its text.
pub const LIBRARY: &[(&str, &str)] = &[
    ("cnfetti_graph.mzn", include_str!("library/cnfetti_graph.mzn")),
    ("cnfetti_if_then_else_float.mzn", include_str!("library/cnfetti_if_then_else_float.mzn")),
    ("cnfetti_no_overlap.mzn", include_str!("library/cnfetti_no_overlap.mzn")),
    ("fzn_all_different_int.mzn", include_str!("library/fzn_all_different_int.mzn")),
    ("fzn_alldifferent_except_0.mzn", include_str!("library/fzn_alldifferent_except_0.mzn")),
    ("fzn_circuit.mzn", include_str!("library/fzn_circuit.mzn")),
    ("fzn_circuit_reif.mzn", include_str!("library/fzn_circuit_reif.mzn")),
    ("fzn_connected.mzn", include_str!("library/fzn_connected.mzn")),
    ("fzn_count_eq.mzn", include_str!("library/fzn_count_eq.mzn")),
    ("fzn_cumulative.mzn", include_str!("library/fzn_cumulative.mzn")),
    ("fzn_dconnected.mzn", include_str!("library/fzn_dconnected.mzn")),
    ("fzn_diffn.mzn", include_str!("library/fzn_diffn.mzn")),
    ("fzn_diffn_k.mzn", include_str!("library/fzn_diffn_k.mzn")),
    ("fzn_diffn_nonstrict.mzn", include_str!("library/fzn_diffn_nonstrict.mzn")),
    ("fzn_diffn_nonstrict_k.mzn", include_str!("library/fzn_diffn_nonstrict_k.mzn")),
    ("fzn_disjunctive.mzn", include_str!("library/fzn_disjunctive.mzn")),
    ("fzn_disjunctive_strict.mzn", include_str!("library/fzn_disjunctive_strict.mzn")),
    ("fzn_dpath_enum.mzn", include_str!("library/fzn_dpath_enum.mzn")),
    ("fzn_dpath_int.mzn", include_str!("library/fzn_dpath_int.mzn")),
    ("fzn_dreachable_enum.mzn", include_str!("library/fzn_dreachable_enum.mzn")),
    ("fzn_dreachable_int.mzn", include_str!("library/fzn_dreachable_int.mzn")),
    ("fzn_dtree_enum.mzn", include_str!("library/fzn_dtree_enum.mzn")),
    ("fzn_dtree_int.mzn", include_str!("library/fzn_dtree_int.mzn")),
    ("fzn_global_cardinality.mzn", include_str!("library/fzn_global_cardinality.mzn")),
    (
        "fzn_global_cardinality_closed.mzn",
        include_str!("library/fzn_global_cardinality_closed.mzn"),
    ),
    (
        "fzn_global_cardinality_low_up.mzn",
        include_str!("library/fzn_global_cardinality_low_up.mzn"),
    ),
    (
        "fzn_global_cardinality_low_up_closed.mzn",
        include_str!("library/fzn_global_cardinality_low_up_closed.mzn"),
    ),
    ("fzn_if_then_else_float.mzn", include_str!("library/fzn_if_then_else_float.mzn")),
    ("fzn_if_then_else_var_float.mzn", include_str!("library/fzn_if_then_else_var_float.mzn")),
    ("fzn_increasing_int.mzn", include_str!("library/fzn_increasing_int.mzn")),
    ("fzn_inverse.mzn", include_str!("library/fzn_inverse.mzn")),
    ("fzn_lex_less_bool.mzn", include_str!("library/fzn_lex_less_bool.mzn")),
    ("fzn_lex_less_int.mzn", include_str!("library/fzn_lex_less_int.mzn")),
    ("fzn_lex_lesseq_bool.mzn", include_str!("library/fzn_lex_lesseq_bool.mzn")),
    ("fzn_lex_lesseq_int.mzn", include_str!("library/fzn_lex_lesseq_int.mzn")),
    ("fzn_mdd_nondet.mzn", include_str!("library/fzn_mdd_nondet.mzn")),
    ("fzn_nvalue.mzn", include_str!("library/fzn_nvalue.mzn")),
    ("fzn_path_enum.mzn", include_str!("library/fzn_path_enum.mzn")),
    ("fzn_path_int.mzn", include_str!("library/fzn_path_int.mzn")),
    ("fzn_reachable_enum.mzn", include_str!("library/fzn_reachable_enum.mzn")),
    ("fzn_reachable_int.mzn", include_str!("library/fzn_reachable_int.mzn")),
    ("fzn_regular.mzn", include_str!("library/fzn_regular.mzn")),
    ("fzn_regular_nfa.mzn", include_str!("library/fzn_regular_nfa.mzn")),
    ("fzn_sliding_sum_reif.mzn", include_str!("library/fzn_sliding_sum_reif.mzn")),
    ("fzn_sort.mzn", include_str!("library/fzn_sort.mzn")),
    ("fzn_steiner.mzn", include_str!("library/fzn_steiner.mzn")),
    ("fzn_subcircuit.mzn", include_str!("library/fzn_subcircuit.mzn")),
    ("fzn_table_bool.mzn", include_str!("library/fzn_table_bool.mzn")),
    ("fzn_table_int.mzn", include_str!("library/fzn_table_int.mzn")),
    ("fzn_table_int_opt.mzn", include_str!("library/fzn_table_int_opt.mzn")),
    ("fzn_tree_enum.mzn", include_str!("library/fzn_tree_enum.mzn")),
    ("fzn_tree_int.mzn", include_str!("library/fzn_tree_int.mzn")),
    ("fzn_value_precede_chain_int.mzn", include_str!("library/fzn_value_precede_chain_int.mzn")),
    ("fzn_wst.mzn", include_str!("library/fzn_wst.mzn")),
    ("redefinitions.mzn", include_str!("library/redefinitions.mzn")),
];

/// The solver configuration for a program that solves FlatZinc files.
///
/// It is JSON, with paths relative to its own folder; the library is in the folder `cnfetti`.
pub fn configuration(program: &str) -> String {
    let json = serde_json::json!({
        "id": "org.cnfetti.cnfetti",
        "name": "cnfetti",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "cnfetti: solves, and counts without listing",
        "executable": program,
        "mznlib": "cnfetti",
        "tags": ["cp", "sat", "int"],
        "stdFlags": ["-a", "-i", "-n", "-n-o", "-a-o", "-s", "-v", "-p", "-r", "-t", "-f"],
        "supportsMzn": false,
        "supportsFzn": true,
        "needsSolns2Out": true,
        "needsMznExecutable": false,
        "needsStdlibDir": false,
        "isGUIApplication": false
    });
    format!("{json:#}\n")
}
