import { Progress } from 'antd'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { usePolling } from '#api/usePolling.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { FILE_RETENTION_DAYS } from '../../letterWords.ts'
import type { Route } from './+types/StaffLetterBatch'
import { batchTones, dispatchFields, dispatchInitial, dispatchOf } from './letterViews.ts'

export { staffLetterBatch as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/letter/batch/detail', { id: pathId(params.id) }),
)

type Batch = Output<ApiContract['GET /staff/letter/batch/detail']>
const POLL_INTERVAL_MS = 1_000

const toDispatch = ({ states }: Batch) => states.find(({ state }) => state === 'printed')?.count ?? 0

const voiding = defineAct<Batch>()({
  name: '整批作废',
  isDanger: true,
  call: 'POST /staff/letter/batch/void',
  confirm: of => `待寄发的 ${toDispatch(of)} 封全部作废，编号保留、不再使用；款项不受影响，可以另行打印。`,
  fields: [reasonField('记入每封函件')],
  input: ({ id }, { reason }) => ({ id, reason: String(reason ?? '') }),
  done: (_, { voided }) => `已作废 ${voided} 封`,
})
const acts = {
  make: defineAct<Batch>()({
    name: '重新生成文件',
    isMain: true,
    call: 'POST /staff/letter/batch/make',
    confirm: '按已编的号再生成一次，内容和编号不变；作废的函件不在其中。',
    input: ({ id }) => ({ id }),
    done: '已开始生成',
  }),
  dispatch: defineAct<Batch>()({
    name: '整批登记寄发',
    call: 'POST /staff/letter/batch/dispatch',
    confirm: of => `待寄发的 ${toDispatch(of)} 封一并登记，不发消息。`,
    fields: dispatchFields,
    initial: dispatchInitial,
    input: ({ id }, values) => ({ id, ...dispatchOf(values) }),
    done: (_, { dispatched }) => `已登记寄发 ${dispatched} 封`,
  }),
  cancel: { ...voiding, name: '取消' },
  void: voiding,
}

function possible(of: Batch): (keyof typeof acts)[] {
  if (of.state === 'making') return ['cancel']
  if (of.state === 'void') return []
  const mine: (keyof typeof acts)[] = toDispatch(of) > 0 ? ['dispatch', 'void'] : []
  return of.hasFile || of.count === 1 ? mine : ['make', ...mine]
}

/** A batch of letters: how far its file is, and what is done with all of them. */
export default function StaffLetterBatch({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  useScreenName(`批次 ${loaderData.id}`)
  const mayMove = useMay('staff:finance')
  usePolling(answer, answer.data?.state === 'making' ? POLL_INTERVAL_MS : undefined)
  return (
    <States answer={answer}>
      {of => (
        <section className="desk-card">
          <div className="desk-card-head">
            <h2>
              {of.kindName}　批次 {of.id}
            </h2>
            <Link to="/staff/letters/batches">全部批次</Link>
          </div>
          {of.state === 'making' && (
            <>
              <Progress
                percent={Math.min(99, Math.floor((100 * of.progress) / of.count))}
                showInfo={false}
                aria-label="文件生成的进度"
              />
              <p role="status">
                正在生成，已完成 {of.progress} / {of.count} 封。可以离开本页，完成后在“打印批次”下载。
              </p>
            </>
          )}
          <Problem>{of.reason}</Problem>
          <Acts
            acts={acts}
            possible={mayMove ? possible(of) : []}
            of={of}
            called={`批次 ${of.id}`}
            reload={answer.reload}
          >
            {of.hasFile && (
              <DownloadButton from="GET /staff/letter/batch/file" input={{ id: of.id }} primary>
                下载 PDF
              </DownloadButton>
            )}
          </Acts>
          <Facts
            facts={[
              ['文件', <StateTag key="state" of={of} tones={batchTones} />],
              ['编号', of.count === 1 ? of.first : `${of.first} 至 ${of.last}`],
              ['函件', <LetterCounts key="states" of={of} />],
              ['未缴合计', `${formatYuan(of.total)} 元`],
              ['请缴期限', of.payBy],
              ['打印', `${of.createdName} ${minute(of.createdTime)}`],
            ]}
          />
          {of.hasFile && (
            <p>
              请单面打印，按左侧的折线三折，装入 DL 窗口信封（220 × 110 毫米，左窗）；第一页下角写明每封的页数。文件保留{' '}
              {FILE_RETENTION_DAYS} 天，其后可以重新生成。
            </p>
          )}
        </section>
      )}
    </States>
  )
}

/** How many letters are in which state; each figure leads to them. */
const LetterCounts = ({ of }: { of: Batch }) => (
  <>
    {of.states.map(({ state, stateName, count }, i) => (
      <span key={state}>
        {i > 0 && '，'}
        <Link to={`/staff/letters?batchId=${of.id}&state=${state}`}>
          {stateName} {count} 封
        </Link>
      </span>
    ))}
  </>
)
