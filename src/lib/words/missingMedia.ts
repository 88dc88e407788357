/** Words that stand in a text where a picture or film of its source did not come along; the writer replaces or removes them. */
export const missingMedia = (kind: '图' | '视频' | '公式' | '图表', name = ''): string =>
  `【缺${kind}${
    name &&
    `：${name
      .replace(/[【】\s]+/g, ' ')
      .trim()
      .slice(0, 60)}`
  }】`

/** Finds these words again. */
export const MISSING_MEDIA = /【缺(?:图表?|视频|公式)(?:：[^【】]{1,60})?】/g

/** Returns the file name in the address of a picture, otherwise its description. */
export function pictureName(address: string, description = ''): string {
  const path = /^(data|blob):/i.test(address) ? '' : address.replace(/^cid:([^@]*).*$/i, '$1').replace(/[?#].*$/, '')
  const file = decoded(path.split(/[\\/]/).at(-1)!)
  return /\.\w{2,5}$/.test(file) ? file : description.trim().slice(0, 40)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const MAX_NAMED = 5

/** Names pictures that did not come along, at most five; an empty list of none. */
export const lostPicturesNote = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [
        `${names.length} 张图片没有带入，文中已标出位置：${names.slice(0, MAX_NAMED).join('、')}${names.length > MAX_NAMED ? ' 等' : ''}`,
      ]
