import { readFileSync } from 'node:fs'

/** `NAME_FILE` is a file in which NAME stands, as containers are given secrets: no list of variables shows it. */
export function fromFiles(names: readonly string[], env: Record<string, string | undefined>) {
  const given = names.flatMap(name => {
    const path = env[`${name}_FILE`]
    return path ? [[name, path] as const] : []
  })
  return Object.fromEntries(
    given.map(([name, path]) => {
      if (env[name]) throw new Error(`配置有误：${name} 与 ${name}_FILE 只能设置一个。`)
      try {
        return [name, readFileSync(path, 'utf8').trim()]
      } catch {
        throw new Error(`配置有误：${name}_FILE 所指的文件 ${path} 不存在或读不到。`)
      }
    }),
  )
}
