/**
 * Grows whenever a message changes shape; a test hashes the schemas and fails until this file says so.
 *
 * 1  first version: hello / welcome, mutations, deliveries with opaque cursors, agreement and progress for leads. Not released yet, and
 *    since grown by: the epoch of every seat, late labels and the state of the round on the lead's board; when a seat was
 *    submitted; figures over all raters, by trace and part; a longest time of rest; open cells in place of disagreements.
 */
export const PROTOCOL_VERSION = 1
