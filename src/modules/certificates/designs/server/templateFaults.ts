import type { Fault } from '#lib/server/documents/userTemplate.ts'

/** Translations of the most common Typst errors. */
const words: readonly [pattern: RegExp, words: string][] = [
  [/^unknown variable: (.+?)(,.*)?$/, '没有名为“$1”的变量'],
  [/^unclosed (delimiter|string|raw text|label)/, '括号或引号没有配对'],
  [/^unexpected (closing )?(.+?)(,.*)?$/, '多了“$2”，或前面少了什么'],
  [/^expected (.+?), found (.+)$/, '这里应为 $1，写的是 $2'],
  [/^expected (.+)$/, '这里应有 $1'],
  [/^missing argument: (.+)$/, '少了参数 $1'],
  [/^unexpected argument: (.+)$/, '没有参数 $1'],
  [/^dictionary does not contain key "(.+?)"/, '数据里没有“$1”这一项'],
  [/^cannot (add|subtract|multiply|divide|join|compare) (.+)$/, '$2 不能这样放在一起运算'],
  [/^panicked with: (.+)$/, '模板自己报错：$1'],
  [/^assertion failed/, '模板里的 assert 没有成立'],
  [/package/, '不能引用外部的包，请把要用的写在模板里'],
  [
    /^file not found|^failed to load file|access denied/,
    '不能读取文件；图片请用 data.pictures.background 和 data.pictures.seal',
  ],
  [/^failed to decode|^unknown image format/, '图片不能这样读取'],
  [/condition is always true|^loop seems to be infinite|maximum .* depth exceeded/, '循环或调用没有尽头'],
  [/^pages: (\d+)$/, '排出了 $1 页，证书最多 2 页'],
  [/^mark missing$/, '证书失效时的标记没有印出：请不要用 set page(foreground: …)'],
  [/^too large$/, '排出的文件过大'],
  [/^ended$/, '排版用时或所用内存过多，已停止，请检查循环'],
]

const inWords = (message: string): string => {
  const known = words.find(([pattern]) => pattern.test(message))
  if (!known) return `Typst 提示“${message}”`
  const [pattern, told] = known
  const [, ...parts] = message.match(pattern)!
  return told.replace(/\$(\d)/g, (_, place: string) => parts[Number(place) - 1] ?? '')
}

/** Formats the faults with their line in the template where it is known. */
export const faultsInWords = (faults: readonly Fault[]): string =>
  faults
    .map(({ line, message }) => (line === null ? inWords(message) : `第 ${line} 行：${inWords(message)}`))
    .join('；') || '模板不能排版'
