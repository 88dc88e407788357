import { Button, Select, Tooltip } from 'antd'
import { useState } from 'react'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { choicesIn, type FormValues } from '#lib/form/form.ts'
import { NamedPlaces } from '#modules/content/navigation/pages/NamedPlaces.tsx'
import { type RecordRow, recordCalls, recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { SiteHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Movable, Mover, useDrag } from '#ui/Movable.tsx'
import { Tag } from '#ui/Tag.tsx'
import { TOP } from '../siteForms.ts'
import type { Route } from './+types/StaffCatalogues'

export { staffCatalogues as handle } from './screens.ts'

export const clientLoader = recordsLoader('catalogue')

export type Column = RecordRow<'catalogue'>

const parentKey = ({ parentId }: Column) => (parentId === null ? TOP : String(parentId))

/** The whole tree of columns, as the public menu has it. */
export default function StaffCatalogues({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const rows = answer.data?.list ?? []
  const desk = useSiteDesk({
    answer,
    called: '栏目',
    ...recordCalls('catalogue'),
    beforeRemoval: (column, done) => (
      <>
        <LinksTo key={column.id} column={column} />
        {column.articles > 0 && <MoveArticles key={`move ${column.id}`} column={column} columns={rows} done={done} />}
      </>
    ),
  })
  const under = (id: number | null) => rows.filter(({ parentId }) => parentId === id)
  const drag = useDrag<Column>((row, onto) => desk.put(row, under(onto.parentId).indexOf(onto) + 1, parentKey(onto)))
  const tops = under(null)
  return (
    <>
      <SiteDesk
        desk={desk}
        className="desk-card movable-dense"
        title="栏目树"
        add="新增栏目"
        blank={{ parentId: TOP, type: '列表', articleType: 'news', flags: [] }}
        about="拖动栏目或用箭头调整：上移、下移，移入前一个栏目成为其子栏目，或移出成为一级栏目。网站菜单立即随之变化。"
        empty={{ title: '还没有栏目' }}
      >
        {() => (
          <Movable
            rows={tops}
            label="一级栏目的先后"
            move={desk.put}
            drag={drag}
            movers={top => <MoveInto top={top} before={tops[tops.indexOf(top) - 1]} under={under} put={desk.put} />}
            below={top => (
              <Movable
                rows={under(top.id)}
                label={`${top.name}的子栏目`}
                move={desk.put}
                drag={drag}
                movers={child => (
                  <Mover
                    icon="left"
                    name={`${child.name} 移出为一级栏目`}
                    onClick={() => desk.put(child, tops.indexOf(top) + 2, TOP)}
                  />
                )}
              >
                {child => <ColumnRow column={child} desk={desk} />}
              </Movable>
            )}
          >
            {top => <ColumnRow column={top} desk={desk} />}
          </Movable>
        )}
      </SiteDesk>
      <NamedPlaces done={answer.reload} />
      <SiteHistory objectType="catalogue" seen={answer.data?.list} done={answer.reload} />
    </>
  )
}

type MoveIntoProps = {
  top: Column
  before: Column | undefined
  under: (id: number) => Column[]
  put: (row: Column, position: number, into: string) => void
}

/** Into the column before it, as its last child; there is no third level. */
const MoveInto = ({ top, before, under, put }: MoveIntoProps) => (
  <Mover
    icon="right"
    name={before ? `${top.name} 移入 ${before.name}` : `${top.name} 移入前一个栏目`}
    disabled={before?.values.type !== '列表' || under(top.id).length > 0}
    onClick={() => before && put(top, under(before.id).length + 1, String(before.id))}
  />
)

/** What still links to a column. Its address goes on to lead somewhere, but a link says the name of what is gone. */
function LinksTo({ column }: { column: Column }) {
  const { data } = useApi('GET /staff/catalogue/links', { id: column.id })
  if (!data) return null
  const places = [...Map.groupBy(data.list, ({ where }) => where)]
  return (
    <>
      <p>删除后，它的网址转到接收文章的栏目；没有移过文章的，转到上级栏目。</p>
      {places.length > 0 && (
        <>
          <p>还有 {data.list.length} 处链接指向它，建议先修改：</p>
          <ul>
            {places.map(([where, links]) => (
              <li key={where}>
                {where}：{links.map(({ name }) => `“${name}”`).join('、')}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

type Props = { column: Column; columns: Column[]; done: () => void }

/** A column can be deleted when its articles have gone to another. */
function MoveArticles({ column, columns, done }: Props) {
  const { submit, busy, error } = useSubmit('POST /staff/catalogue/moveArticles')
  const [to, setTo] = useState<number>()
  const move = async () => {
    if (await submit({ id: column.id, to: to ?? 0 })) done()
  }
  const lists = columns.filter(({ id, values }) => id !== column.id && values.type === '列表')
  return (
    <>
      <p>里面还有 {column.articles} 篇文章（含草稿和回收站），须先移到别的栏目。</p>
      <Field name="to" label="移到" required error={error && (to === undefined ? '请选择栏目' : error.message)}>
        {described => (
          <Select
            {...described}
            value={to}
            placeholder="请选择"
            showSearch={{ optionFilterProp: 'label' }}
            options={lists.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setTo}
          />
        )}
      </Field>
      <p>
        <Button loading={busy} onClick={() => void move()}>
          移走文章
        </Button>
      </p>
    </>
  )
}

type ColumnRowProps = {
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
function ColumnRow({ column, desk }: ColumnRowProps) {
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
