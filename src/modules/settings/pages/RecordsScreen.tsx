import { Button } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useLoaded } from '#api/useLoaded.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { States } from '#ui/States.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { OrderedRows } from './OrderedRows.tsx'
import { RowActs } from './RowActs.tsx'
import { type Records, type RecordType, recordCalls } from './recordCalls.ts'
import { SiteDesk } from './SiteDesk.tsx'
import { RecordHistory, SiteHistory } from './SiteHistory.tsx'
import { useSiteDesk } from './useSiteDesk.tsx'

type AnyRecords = Records<RecordType>
type RowOf<L extends AnyRecords> = L['list'][number]
type Common<L extends AnyRecords> = {
  /** Name of one record for the user. */
  called: string
  blank?: FormValues
  /** The fields that a row is edited by, where not all of them are for every row. */
  fieldsOf?: (fields: readonly FormField[], row: RowOf<L> | undefined) => FormField[]
  /** Below the fields, of what is typed; `row`: the record that is changed. */
  preview?: (typed: FormValues, row: RowOf<L> | undefined) => ReactNode
}
type Props<L extends AnyRecords> = Common<L> &
  Pick<ComponentProps<typeof SiteDesk<L>>, 'title' | 'about' | 'empty' | 'history' | 'className' | 'id'> & {
    listed: L
    /** Label of the add button; absent: there is one for each thing, and none is added or deleted. */
    add?: string
    /** What is edited of a row, after its name, for screen readers. */
    of?: string
    /** A row; absent: `columns` show it. */
    row?: (row: RowOf<L>) => ReactNode
    /** The rows stand in an order of their own. */
    isOrdered?: true
    columns?: TableColumn<RowOf<L>>[]
    /** Shows the changes below, to whoever keeps the records. */
    hasHistory?: true
    /** Whether who looks may change the records; absent: whoever sees them may. */
    mayChange?: boolean
  }

/** The screen of a type of record that needs no more than this. Its route exports a `recordsLoader`, too. */
export function RecordsScreen<L extends AnyRecords>(props: Props<L>) {
  const {
    listed,
    called,
    preview,
    fieldsOf,
    add,
    of,
    row: shown = ({ name }) => name,
    isOrdered,
    columns,
    ...rest
  } = props
  const { mayChange = true, hasHistory, ...head } = rest
  const answer = useLoaded(listed)
  const desk = useSiteDesk({ answer, called, preview, fieldsOf, ...recordCalls(listed.type) })
  const acts = add ? desk : { edit: desk.edit }
  const actsOf = (row: RowOf<L>) => <RowActs row={row} desk={acts} of={of} />
  return (
    <>
      <SiteDesk desk={desk} add={mayChange ? add : undefined} {...head}>
        {({ list }: { list: RowOf<L>[] }) => {
          if (columns) {
            const acts = { name: '办理', nowrap: true, cell: actsOf }
            return <Table caption={called} rows={list} columns={mayChange ? [...columns, acts] : columns} />
          }
          if (isOrdered && mayChange)
            return (
              <OrderedRows rows={list} label={`${called}的先后`} desk={desk}>
                {shown}
              </OrderedRows>
            )
          return (
            <ul role="list" className="movable">
              {list.map(row => (
                <li key={row.id}>
                  <div className="movable-row">
                    <div className="movable-main">{shown(row)}</div>
                    {mayChange && actsOf(row)}
                  </div>
                </li>
              ))}
            </ul>
          )
        }}
      </SiteDesk>
      {hasHistory && <RecordHistory type={listed.type} seen={answer.data?.list} done={answer.reload} />}
    </>
  )
}

type GroupedProps<L extends AnyRecords> = Common<L> & {
  listed: L
  /** Field that says in which group a record stands. */
  by: string
  groups: readonly { code: string; name: string; hint?: string }[]
  history: ComponentProps<typeof SiteHistory>['objectType']
  row: (row: RowOf<L>) => ReactNode
  /** Before the row. */
  picture?: (row: RowOf<L>) => ReactNode
}

/** The same for records in groups, each a section of its own; rows are dragged from one to another. */
export function GroupedRecordsScreen<L extends AnyRecords>(props: GroupedProps<L>) {
  const { listed, called, by, groups, blank, history, preview, row: shown, picture } = props
  const answer = useLoaded(listed)
  const desk = useSiteDesk({ answer, called, preview, ...recordCalls(listed.type) })
  const rows: RowOf<L>[] = listed.list
  const within = (group: unknown) => rows.filter(row => row.values[by] === group)
  const drag = useDrag<RowOf<L>>((row, onto) => {
    const group = onto.values[by]
    desk.put(row, within(group).indexOf(onto) + 1, String(group))
  })
  return (
    <>
      {desk.notice}
      {groups.map(({ code, name, hint }, i) => (
        <section key={code} className="desk-card">
          <div className="desk-card-head">
            <h2>{name}</h2>
            <Button type={i === 0 ? 'primary' : 'default'} onClick={() => desk.add({ ...blank, [by]: code })}>
              新增{name}
            </Button>
          </div>
          {hint && <p>{hint}</p>}
          <States answer={answer} empty={{ when: () => within(code).length === 0, title: `没有${name}` }}>
            {() => (
              <Movable rows={within(code)} label={`${name}的先后`} move={desk.put} drag={drag}>
                {row => (
                  <>
                    {picture?.(row)}
                    <div className="movable-main">{shown(row)}</div>
                    <RowActs row={row} desk={desk} />
                  </>
                )}
              </Movable>
            )}
          </States>
        </section>
      ))}
      <SiteHistory objectType={history} seen={rows} done={answer.reload} />
      {desk.dialogs}
    </>
  )
}
