/** Nothing is told to anybody, and nothing above this folder is looked at. */
export default { outputFileTracingRoot: import.meta.dirname, turbopack: { root: import.meta.dirname } }
