/**
 * Grows whenever a message changes shape; a test hashes the schemas and fails until this file says so.
 *
 * 1  first version: hello / welcome, mutations, deliveries with opaque cursors, agreement and progress for leads.
 */
export const PROTOCOL_VERSION = 1
