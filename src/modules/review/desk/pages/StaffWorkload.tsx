import { Button, Checkbox } from 'antd'
import { type DragEvent, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { provinces } from '#lib/provinces.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { BulkBar } from '#ui/table/BulkBar.tsx'
import { ListFilters } from '#ui/table/ListFilters.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffWorkload'
import { type Row as Case, QUEUE, queueQuery } from './caseDecisions.ts'
import { StaffAssign } from './StaffAssign.tsx'
import '#ui/form/form.css'
import '#ui/table/cells.css'
import './desk.css'

export { staffWorkload as handle } from '#modules/review/pages/screens.ts'

type Workload = Output<ApiContract['GET /staff/review/workload']>
type Row = Workload['rows'][number]
type Figure = Row['all']

export const clientLoader = screenLoader(async (api, { query }) => {
  const { pageNum, ...scope } = listQuery<Input<ApiContract['GET /staff/review/workload']>>(
    query,
    'kind',
    'provinceCode',
  )
  const [workload, counts] = await Promise.all([
    api('GET /staff/review/workload', scope),
    api('GET /staff/review/counts', { status: 'open' }),
  ])
  return { workload, kinds: counts.kinds.map(({ code, name }) => ({ code, name })) }
})

/** Maximum applications that are assigned at once. */
const MAX_ASSIGNED = 500
const PAGE_SIZE = 100

/** Applications of some figures, oldest first, as far as one act takes them. */
async function readCases(routes: readonly string[]): Promise<Case[]> {
  const found = new Map<number, Case>()
  for (const route of routes) {
    const { filters } = queueQuery(new URL(route, location.origin).searchParams)
    for (let pageNum = 1; found.size < MAX_ASSIGNED; pageNum++) {
      const page = await browserApi('GET /staff/review/list', { ...filters, pageNum, pageSize: PAGE_SIZE })
      for (const one of page.list) found.set(one.id, one)
      if (page.list.length < PAGE_SIZE) break
    }
  }
  return [...found.values()].slice(0, MAX_ASSIGNED)
}

type Asking = { of: Case[]; to?: number }

/** 工作分布: open applications by colleague and by how long they have waited, to be given to others in bulk. */
export default function StaffWorkload({ loaderData: { workload, kinds } }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const [chosen, choose] = useState<string[]>([])
  const [shown, show] = useState<{ name: string; cases: Case[] }>()
  const [asking, ask] = useState<Asking>()
  const [problem, setProblem] = useState<string>()
  const [dragged, drag] = useState<string[] | Case>()
  const [over, setOver] = useState<number | null>()
  const figures = workload.rows.flatMap(({ cells }) => cells)
  const isOpen = (route: string) => figures.some(one => one.route === route && one.count > 0)
  const routes = chosen.filter(isOpen)
  const count = figures.filter(({ route }) => routes.includes(route)).reduce((sum, one) => sum + one.count, 0)

  const trying = async (work: () => Promise<void>) => {
    setProblem(undefined)
    await work().catch(error => setProblem(toRefusal(error).message))
  }
  const assign = (from: string[] | Case, to?: number) =>
    trying(async () => ask({ of: Array.isArray(from) ? await readCases(from) : [from], to }))
  const list = (name: string, figure: Figure) =>
    trying(async () => show({ name, cases: await readCases([figure.route]) }))
  const changed = () => {
    choose([])
    show(undefined)
    void revalidate()
  }
  const dragging = (from: string[] | Case) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      drag(from)
    },
    onDragEnd: () => {
      drag(undefined)
      setOver(undefined)
    },
  })
  const dropping = ({ assigneeId, isActive }: Row) =>
    dragged && isActive && assigneeId !== null
      ? {
          'data-over': over === assigneeId || undefined,
          onDragOver: (event: DragEvent) => {
            event.preventDefault()
            setOver(assigneeId)
          },
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            void assign(dragged, assigneeId)
            drag(undefined)
            setOver(undefined)
          },
        }
      : {}
  const cell = (row: Row, figure: Figure, i: number) => {
    const age = workload.ages[i]!.name
    if (figure.count === 0) return <span className="workload-none">0</span>
    const isChosen = chosen.includes(figure.route)
    return (
      <span className="workload-cell" {...dragging(isChosen ? routes : [figure.route])}>
        <Checkbox
          aria-label={`选择${row.name}，${age}，${figure.count} 份`}
          checked={isChosen}
          onChange={event =>
            choose(event.target.checked ? [...chosen, figure.route] : chosen.filter(one => one !== figure.route))
          }
        />
        <Link to={figure.route} draggable={false}>
          {figure.count}
        </Link>
        <Button
          type="link"
          size="small"
          aria-label={`逐份列出${row.name}，${age}`}
          onClick={() => void list(`${row.name}，${age}`, figure)}
        >
          逐份
        </Button>
      </span>
    )
  }
  const plain = ({ count, route }: Figure) => (count ? <Link to={route}>{count}</Link> : '0')
  return (
    <>
      <section className="desk-card workload">
        <h2>谁手上有多少</h2>
        <p>
          等协会办理的申请，按在当前环节已等待的工作日。勾选数字后指派，或把数字、下面逐份列出的申请拖到一位同事的行上。
        </p>
        <div className="data-table">
          <div className="data-table-tools">
            <ListFilters
              filters={[
                { name: 'kind', label: '事项', options: kinds },
                {
                  name: 'provinceCode',
                  label: '地区',
                  options: provinces.map(({ code, short }) => ({ code, name: short })),
                },
              ]}
            />
          </div>
        </div>
        <Problem>{problem}</Problem>
        <div className="table-scroll">
          <table className="table">
            <caption className="hidden-text">各位同事手上的申请</caption>
            <thead>
              <tr>
                <th scope="col">负责人</th>
                {workload.ages.map(({ code, name }) => (
                  <th key={code} scope="col" data-figure>
                    {name}
                  </th>
                ))}
                <th scope="col" data-figure>
                  其中已逾期
                </th>
                <th scope="col" data-figure>
                  合计
                </th>
              </tr>
            </thead>
            <tbody>
              {workload.rows.map(row => (
                <tr key={row.assigneeId ?? 0} {...dropping(row)}>
                  <th scope="row" data-name="负责人">
                    <div>
                      {row.name} {!row.isActive && <Tag tone="warn">已不办理申请</Tag>}
                    </div>
                  </th>
                  {row.cells.map((figure, i) => (
                    <td key={workload.ages[i]!.code} data-name={workload.ages[i]!.name} data-figure>
                      <div>{cell(row, figure, i)}</div>
                    </td>
                  ))}
                  <td data-name="其中已逾期" data-figure>
                    <div>{plain(row.overdue)}</div>
                  </td>
                  <td data-name="合计" data-figure>
                    <div>{plain(row.all)}</div>
                  </td>
                </tr>
              ))}
              <tr className="workload-total">
                <th scope="row" data-name="负责人">
                  <div>合计</div>
                </th>
                {[...workload.total.cells, workload.total.overdue, workload.total.all].map((figure, i) => (
                  <td
                    key={figure.route}
                    data-name={workload.ages[i]?.name ?? ['其中已逾期', '合计'][i - workload.ages.length]}
                    data-figure
                  >
                    <div>{plain(figure)}</div>
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </div>
      </section>
      {workload.otherWork.map(({ name, rows, total }) => (
        <section key={name} className="desk-card workload">
          <h2>{name}</h2>
          <Table
            caption={name}
            rows={[...rows, { ...total, assigneeId: -1, name: '合计', isActive: true }]}
            keyOf={({ assigneeId }) => assigneeId ?? 0}
            columns={[
              {
                name: '负责人',
                cell: row => (
                  <>
                    {row.name} {!row.isActive && <Tag tone="warn">已停用</Tag>}
                  </>
                ),
              },
              ...workload.ages.map((age, i) => ({
                name: age.name,
                isFigure: true,
                cell: ({ cells }: Row) => plain(cells[i]!),
              })),
              { name: '其中已逾期', isFigure: true, cell: ({ overdue }) => plain(overdue) },
              { name: '合计', isFigure: true, cell: ({ all }) => plain(all) },
            ]}
          />
        </section>
      ))}
      {shown && <Cases name={shown.name} cases={shown.cases} dragging={dragging} assign={one => void assign(one)} />}
      {routes.length > 0 && (
        <BulkBar count={count} unit="份" clear={() => choose([])}>
          <Button type="primary" onClick={() => void assign(routes)}>
            指派这 {Math.min(count, MAX_ASSIGNED)} 份给…
          </Button>
        </BulkBar>
      )}
      {asking && <StaffAssign {...asking} onClose={() => ask(undefined)} onDone={changed} />}
    </>
  )
}

type CasesProps = {
  name: string
  cases: Case[]
  dragging: (of: Case) => object
  assign: (of: Case) => void
}

/** The applications of one figure, each to be dragged onto a colleague or assigned by its button. */
const Cases = ({ name, cases, dragging, assign }: CasesProps) => (
  <section className="desk-card workload-cases">
    <h2>
      {name}：{cases.length} 份
    </h2>
    <ul role="list">
      {cases.map(one => (
        <li key={one.id} {...dragging(one)}>
          <span>
            <Link to={`${QUEUE}/${one.id}`} draggable={false}>
              {one.title}
            </Link>
            <small>
              {one.kindName}　{one.number}　{one.statusName}　等待 {one.waitingDays} 天
            </small>
          </span>
          {one.overdue && <Tag tone="bad">已逾期</Tag>}
          <Button size="small" onClick={() => assign(one)}>
            指派<span className="hidden-text">：{one.title}</span>
          </Button>
        </li>
      ))}
    </ul>
  </section>
)
