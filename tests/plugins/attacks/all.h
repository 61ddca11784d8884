/* all.h -- what plug-ins have tried, and what the cell of each must be called.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_ALL_H
#define TESTS_PLUGINS_ATTACKS_ALL_H

#include "tests/plugins/attacks/ways.h"

static const struct attack {
    const char *name;
    ivp_status (*act)(ivp_model *m, ivp_trial *x);
    bool early;          /* in create(), not in a step */
    const char *outcome; /* words; several are possible: "ok exit" */
} attacks[] = {
#define STEP(name, outcome)                                                                    \
    {                                                                                          \
#name, name, false, outcome                                                            \
    }
#define EARLY(name, outcome)                                                                   \
    {                                                                                          \
#name, name, true, outcome                                                             \
    }
    STEP(none, "ok"),
    /* files */
    STEP(unlink_store, "ok"),
    STEP(truncate_store, "ok"),
    STEP(garbage_in_store, "ok"),
    STEP(append_to_store, "ok"),
    STEP(rename_store, "ok"),
    STEP(link_to_store, "ok"),
    STEP(symlink_to_store, "ok"),
    STEP(forbid_store, "ok"),
    STEP(write_beside_store, "ok"),
    STEP(folder_beside_store, "ok"),
    STEP(fifo_beside_store, "ok"),
    STEP(remove_plan, "ok"),
    STEP(write_plan_anew, "ok"),
    STEP(write_at_home, "ok"),
    STEP(remove_at_home, "ok"),
    STEP(read_store, "ok"),
    STEP(read_store_by_link, "ok"),
    STEP(read_reference, "ok"),
    STEP(read_parent_memory, "ok"),
    STEP(use_scratch, "ok"),
    STEP(fill_scratch, "ok"),
    /* processes */
    STEP(child_in_group, "ok"),
    STEP(child_in_session, "ok"),
    STEP(child_in_own_group, "ok"),
    STEP(grandchild, "ok"),
    STEP(child_deaf, "ok"),
    STEP(deaf_children_and_spin, "timeout"),
    STEP(leave_group_and_spin, "timeout"),
    STEP(leave_session_and_spin, "timeout"),
    STEP(deaf_and_spin, "timeout"),
    STEP(compute_a_while, "ok"),
    STEP(stop_itself, "timeout"),
    STEP(stop_parent, "ok"),
    STEP(kill_parent, "ok"),
    STEP(kill_parents_group, "ok"),
    STEP(trace_parent, "ok"),
    STEP(trace_itself, "ok"),
    STEP(limit_parent, "ok"),
    STEP(call_somebody, "ok"),
    STEP(new_namespace, "ok"),
    STEP(hog, "memory crash"),
    STEP(hog_in_children, "memory"),
    STEP(hog_shared, "memory crash"),
    STEP(many_children, "misbehaved"),
    STEP(tree_of_children, "misbehaved"),
    STEP(thread_goes_on, "ok"),
    STEP(thread_leaves, "exit"),
    STEP(become_another, "exit"),
    STEP(become_a_sleeper, "timeout"),
    STEP(by_a_shell, "ok"),
    STEP(wake_late, "crash timeout"),
    STEP(kill_itself, "crash"),
    STEP(end_by_code, "exit"),
    STEP(end_quietly, "exit"),
    STEP(end_at_exit, "exit"),
    STEP(overflow_stack, "crash"),
    STEP(free_twice, "crash"),
    STEP(divide_by_zero, "crash"),
    EARLY(child_in_session, "ok"),
    EARLY(leave_group_and_spin, "timeout"),
    EARLY(unlink_store, "ok"),
    EARLY(hog_in_children, "memory"),
    EARLY(end_quietly, "exit"),
    /* the truth */
    STEP(flood_of_lines, "misbehaved ok"),
    STEP(flood_without_lines, "misbehaved"),
    STEP(close_everything, "exit"),
    STEP(begin_again, "timeout misbehaved"),
    STEP(announce_a_gigabyte, "misbehaved"),
    STEP(short_result, "exit misbehaved"),
    STEP(hide_heartbeat, "misbehaved"),
    STEP(read_token_in_page, "ok"),
    STEP(unknown_status, "misbehaved"),
    STEP(invalid_status, "misbehaved"),
    EARLY(unknown_status_early, "misbehaved"),
    EARLY(invalid_status_early, "misbehaved"),
    EARLY(positive_status_early, "misbehaved"),
    STEP(tests_below_zero, "misbehaved"),
    STEP(tests_too_many, "misbehaved"),
    STEP(error_below_zero, "misbehaved"),
    STEP(count_backwards, "misbehaved"),
    STEP(count_to_and_fro, "misbehaved"),
    STEP(count_elsewhere, "ok"),
    STEP(count_steps, "misbehaved"),
    EARLY(flush_early, "misbehaved"),
    STEP(flush_in_step, "misbehaved"),
    EARLY(round_early, "misbehaved"),
    STEP(round_in_step, "misbehaved"),
    STEP(trap_in_step, "misbehaved"),
    STEP(print_much, "ok"),
    STEP(print_controls, "ok"),
    /* by other ways */
    STEP(slow_parent, "ok"),
    STEP(move_parent, "ok"),
    STEP(signal_by_pidfd, "ok"),
    STEP(signal_by_owner, "ok"),
    STEP(write_parent_memory, "ok"),
    STEP(kernel_doors, "ok"),
    STEP(raise_limits, "ok"),
    STEP(scribble_descriptors, "ok exit misbehaved"),
    STEP(shrink_what_is_shared, "ok exit misbehaved crash"),
    STEP(deep_folders, "ok"),
    STEP(links_in_scratch, "ok"),
    STEP(kill_by_timer, "ok crash"),
    STEP(run_from_memory, "ok exit"),
    STEP(huge_stack, "crash"),
    /* at the edges of what is looked at */
    STEP(hog_in_children_of_a_thread, "memory"),
    STEP(hog_in_children_of_a_chain, "memory"),
    STEP(hog_in_unmapped_files, "ok"),
    STEP(become_two, "ok"),
    STEP(lower_limits, "ok misbehaved"),
    STEP(forbid_writing, "ok"),
    STEP(hasty_pipes, "ok exit misbehaved"),
    STEP(pretend_late, "crash"),
    STEP(spoil_terminal, "ok"),
    STEP(blind_folder, "ok"),
    STEP(hog_in_sockets, "ok"),
    STEP(hog_in_adopted_children, "memory timeout"),
    STEP(lock_store, "ok"),
    STEP(leave_memory_behind, "ok"),
    STEP(shout_and_stop_all, "timeout"),
    /* what a list of forbidden calls forgets */
    STEP(stop_terminal, "ok"),
    STEP(take_terminal, "ok"),
    STEP(idle_threads, "misbehaved"),
    EARLY(idle_threads, "misbehaved"),
    STEP(fork_loop, "misbehaved"),
    EARLY(fork_loop, "misbehaved"),
    STEP(change_attributes, "ok"),
    STEP(lock_and_watch, "ok"),
    STEP(use_neighbours_objects, "ok"),
    STEP(become_subreaper, "ok"),
    STEP(hide_memory, "ok"),
    STEP(filter_by_call, "ok"),
    STEP(count_of_parent, "ok"),
    STEP(copy_from_parent, "ok"),
    STEP(compare_with_parent, "ok"),
    STEP(keep_key, "ok"),
    STEP(change_root, "ok"),
    STEP(file_by_handle, "ok"),
    STEP(set_clock, "ok"),
    STEP(write_all_disks, "ok"),
    STEP(larger_pipes, "ok"),
    STEP(share_memory, "ok"),
    STEP(own_view, "ok"),
    STEP(become_somebody, "ok"),
    STEP(limit_parent_by_half, "ok"),
    STEP(lease_by_half, "ok"),
    STEP(read_at_home, "ok"),
    STEP(read_passwords, "ok"),
    STEP(read_other_store, "ok"),
    STEP(read_other_references, "ok"),
    STEP(list_other_folder, "ok"),
    STEP(long_record, "misbehaved"),
    STEP(large_record, "misbehaved"),
#undef STEP
#undef EARLY
};
enum { NATTACKS = sizeof attacks / sizeof *attacks };

static inline int row_of_attack(const char *name)
{
    int i = 0;
    while (i < NATTACKS - 1 && strcmp(attacks[i].name, name)) i++;
    return i;
}

#endif
