declare module 'virtual:react-router/server-build' {
  const build: import('react-router').ServerBuild
  export = build
}

declare module '*?worker&url' {
  const url: string
  export default url
}
