declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild
  export = build
}

/** Version 3, for Tianditu's overlay; what we use of it is typed in `provinceMap.ts`. */
declare module 'd3'
