import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf, minute } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffLetter'
import { dispatchFields, dispatchInitial, dispatchOf, letterTones } from './letterViews.ts'

export { staffLetter as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/letter/detail', { id: pathId(params.id) }),
)

type Letter = Output<ApiContract['GET /staff/letter/detail']>

const dispatch = defineAct<Letter>()({
  name: '登记寄发',
  call: 'POST /staff/letter/dispatchMany',
  isMain: true,
  confirm: '记下交寄的日期和单号，不发消息。',
  fields: dispatchFields,
  initial: dispatchInitial,
  input: ({ id }, values) => ({ ids: [id], ...dispatchOf(values) }),
  done: (_, [result]) => result?.message ?? '',
})
const acts = {
  dispatch,
  correct: {
    ...dispatch,
    name: '更正寄发',
    isMain: false,
    initial: ({ dispatchedOn, dispatchNote }: Letter) => ({ dispatchedOn, note: dispatchNote }),
  },
  again: { ...dispatch, name: '重新寄发', confirm: '从前的寄发和退信记在操作日志里。地址有误的，请另打印一封。' },
  return: defineAct<Letter>()({
    name: '登记退信',
    call: 'POST /staff/letter/return',
    confirm: '下次给同一缴费人打印时会提示地址退过信。',
    fields: [
      { name: 'returnedOn', label: '退信日期', section: '', kind: 'day', required: true },
      reasonField('如 查无此单位、迁移新址不明', { kind: 'text' }),
    ],
    initial: () => ({ returnedOn: dayOf(new Date()) }),
    input: ({ id }, { returnedOn, reason }) => ({
      id,
      returnedOn: String(returnedOn ?? ''),
      reason: String(reason ?? ''),
    }),
    done: ({ number }) => `${number} 已登记退信`,
  }),
  void: defineAct<Letter>()({
    name: '作废',
    isDanger: true,
    call: 'POST /staff/letter/void',
    confirm: '编号保留，不再使用；款项不受影响，可以另打印一封。',
    fields: [reasonField('记入函件')],
    input: ({ id }, { reason }) => ({ id, reason: String(reason ?? '') }),
    done: ({ number }) => `${number} 已作废`,
  }),
}
const possible: Record<Letter['state'], (keyof typeof acts)[]> = {
  printed: ['dispatch', 'void'],
  dispatched: ['return', 'correct', 'void'],
  returned: ['again', 'void'],
  void: [],
}

/** One letter: what it says, where it went, and what came of it. */
export default function StaffLetter({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  useScreenName(loaderData.number)
  const mayMove = useMay('staff:finance')
  return (
    <States answer={answer}>
      {of => (
        <>
          <section className="desk-card">
            <div className="desk-card-head">
              <h2>{of.number}</h2>
              <Link to="/staff/letters">全部函件</Link>
            </div>
            <Acts
              acts={acts}
              possible={mayMove ? possible[of.state] : []}
              of={of}
              called={of.number}
              reload={answer.reload}
            >
              <DownloadButton from="GET /staff/letter/file" input={{ id: of.id }}>
                下载、打印
              </DownloadButton>
            </Acts>
            <Facts
              facts={[
                ['函件', of.kindName],
                ['状态', <StateTag key="state" of={of} tones={letterTones} />],
                ['作废', of.voidReason],
                ['缴费人', of.payer],
                ['地址', [of.postcode, of.address, of.attention].filter(Boolean).join('　')],
                ['未缴合计', `${formatYuan(of.total)} 元`],
                ['请缴期限', of.payBy],
                [
                  '打印',
                  <span key="printed">
                    {of.printedName} {minute(of.printedTime)}，
                    <Link to={`/staff/letters/batches/${of.batchId}`}>批次 {of.batchId}</Link>
                  </span>,
                ],
                ['寄发', of.dispatchedOn && [of.dispatchedOn, of.dispatchNote].filter(Boolean).join('，')],
                ['退信', of.returnedOn && `${of.returnedOn}，${of.returnReason}`],
              ]}
            />
          </section>
          <section className="desk-card">
            <h2>信中的款项</h2>
            <Table
              caption="信中的款项"
              rows={of.rows}
              keyOf={({ receivableId }) => receivableId}
              columns={[
                {
                  name: '款项',
                  cell: ({ receivableId, kindName, about }) => (
                    <Link to={`/staff/receivables/${receivableId}`}>
                      {kindName}：{about}
                    </Link>
                  ),
                },
                { name: '编号', nowrap: true, cell: ({ number }) => number || '—' },
                { name: '应缴（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
                { name: '已缴（元）', isFigure: true, cell: ({ received }) => formatYuan(received) },
                { name: '未缴（元）', isFigure: true, cell: ({ open }) => formatYuan(open) },
                { name: '期限', nowrap: true, cell: ({ dueOn }) => dueOn },
                { name: '逾期（天）', isFigure: true, cell: ({ daysLate }) => daysLate || '—' },
                { name: '现在', nowrap: true, cell: ({ stateName }) => stateName },
              ]}
            />
          </section>
        </>
      )}
    </States>
  )
}
