import { fieldsIn, optionsOf } from '#lib/form/form.ts'
import type { SettingForm } from './settingForm.ts'
import { MAX_WORDS } from './wordLines.ts'

const text = fieldsIn('', { max: 60 })

export const articleForms: readonly SettingForm[] = [
  {
    code: 'articles',
    name: '发稿',
    group: 'articles',
    hint: '文章怎样才能发布。改变后，正在审核的文章按新的办法继续。',
    fields: [
      text('review', '文章审核', {
        kind: 'choice',
        required: true,
        options: optionsOf({ off: '有发布权限的同事直接发布', three: '三审：初审、复审、终审由不同的同事办理' }),
        hint: '三审需要有人有“文章初审”“文章复审”和“审核与发布内容”权限，撰稿人不审自己的文章。',
      }),
    ],
  },
  {
    code: 'words',
    name: '敏感词',
    group: 'words',
    hint: '文章送审和发布时按这两份名单检查标题、摘要、正文、附件名称等处。全角半角、繁体简体、大小写视为相同，中间的空格不算。',
    fields: [
      text('forbidden', '禁用词', {
        kind: 'paragraph',
        max: 20_000,
        hint: `每行一个，至多 ${MAX_WORDS} 个；有建议用语的，空一格写在后面，如 最佳 较好。有禁用词的文章不能送审和发布。`,
      }),
      text('doubtful', '须核对的用语', {
        kind: 'paragraph',
        max: 20_000,
        hint: '写法同上。发布前须逐处核对并确认，确认记入审计日志。',
      }),
    ],
  },
]
