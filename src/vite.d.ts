declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild
  export = build
}

declare module '*?worker&url' {
  const url: string
  export default url
}

/** The file that takes documents over in browsers, and what it imports (`vite.config.ts`). */
declare module 'virtual:document-entry' {
  export const module: string
  export const imports: string[]
  /** What documents need nothing of, though the build says so of what they share with screens. */
  export const ofScreens: string[]
}
