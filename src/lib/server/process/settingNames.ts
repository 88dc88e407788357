import { environment } from './config.ts'

const known = Object.keys(environment.shape).flatMap(name => [name, `${name}_FILE`])

/** Variables that nobody reads and whose names are nearly those of settings, each in one sentence. */
export function misspeltSettings(env: Record<string, string | undefined> = process.env): string[] {
  return Object.keys(env).flatMap(name => {
    if (known.includes(name)) return []
    const meant = known.find(setting => isNear(name.toUpperCase().replaceAll('-', '_'), setting))
    return meant ? [`没有 ${name} 这项设置：是否 ${meant}？`] : []
  })
}

/** Short names are near each other by nature: HOME is no HOST. */
const isNear = (typed: string, setting: string) => {
  const allowed = setting.length < 8 ? 1 : 2
  return Math.abs(typed.length - setting.length) <= allowed && distance(typed, setting) <= allowed
}

/** Letters that are missing, too many, wrong or swapped. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + differs)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}
