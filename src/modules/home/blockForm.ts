import { defineForm, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { type BlockCode, blockKinds } from './blockKinds.ts'

export const MAX_ROWS = 20

const kindOptions: Option<BlockCode>[] = typedKeys(blockKinds).map(code => ({ code, name: blockKinds[code].name }))
const named = (has: 'hasHeading' | 'hasColumn' | 'rows') =>
  kindOptions.flatMap(({ code, name }) => (has in blockKinds[code] ? name : [])).join('、')

const field = fieldsIn('')

/** `columns`: whose articles a block can show. */
export const blockFields = (columns: readonly Option[]) =>
  defineForm([
    field('kind', '版块', { kind: 'choice', required: true, options: kindOptions }),
    field('heading', '标题', { max: 12, hint: `用于${named('hasHeading')}。` }),
    field('column', '栏目', {
      kind: 'choice',
      options: columns,
      hint: `显示其中的文章，“更多”打开这个栏目。用于${named('hasColumn')}。`,
    }),
    field('rows', '条数', { kind: 'number', min: 1, max: MAX_ROWS, hint: `用于${named('rows')}。` }),
    field('state', '首页', {
      kind: 'choice',
      required: true,
      hint: '没有内容的版块不显示。',
      options: optionsOf({ shown: '显示', hidden: '不显示' }),
    }),
  ])
