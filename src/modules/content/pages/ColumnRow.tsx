import { Button, Tooltip } from 'antd'
import { choicesIn, type FormValues } from '#lib/form/form.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Column } from './StaffCatalogues.tsx'

type Props = {
  column: Column
  desk: {
    edit: (row: Column) => void
    change: (row: Column, form: FormValues) => void
    askRemoval: (row: Column) => void
  }
}

const flagNames: Record<string, string> = {
  needLogin: '需登录',
  hidden: '隐藏',
  isDetached: '不进菜单',
  isParty: '党建',
  showsFiles: '列出附件',
}

/** A column of the tree: what it is, and what may be done with it. */
export function ColumnRow({ column, desk }: Props) {
  const { id, name, articles, fixed, values } = column
  const flags = choicesIn(values, 'flags')
  const isHidden = flags.includes('hidden')
  const toggle = isHidden ? flags.filter(flag => flag !== 'hidden') : [...flags, 'hidden']
  const whole = <span className="hidden-text">{name}</span>
  return (
    <>
      <div className="movable-main">
        <p>
          <b>{name}</b> <Tag tone="water">{String(values.type)}</Tag>{' '}
          {flags.map(flag => (
            <Tag key={flag}>{flagNames[flag]}</Tag>
          ))}
        </p>
        <p>
          {[`编号 ${id}`, String(values.path ?? ''), articles > 0 && `${articles} 篇文章`].filter(Boolean).join(' · ')}
        </p>
      </div>
      <span className="movable-acts">
        <Button onClick={() => desk.edit(column)}>修改{whole}</Button>
        {!fixed && (
          <Button type="text" onClick={() => desk.change(column, { ...values, flags: toggle })}>
            {isHidden ? '显示' : '隐藏'}
            {whole}
          </Button>
        )}
        {fixed ? (
          <Tooltip title={fixed} trigger={['hover', 'focus']}>
            <Button type="text" aria-disabled>
              不能删除{whole}
            </Button>
          </Tooltip>
        ) : (
          <Button type="text" danger onClick={() => desk.askRemoval(column)}>
            删除{whole}
          </Button>
        )}
      </span>
    </>
  )
}
