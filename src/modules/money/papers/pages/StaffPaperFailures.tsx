import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { formatYuan } from '#lib/money.ts'
import { paperFailures } from '#modules/money/pages/registers.ts'
import { ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { paperFailureFilters } from '../../paperFailureFilters.ts'
import { useKinds } from '../../receivables/pages/useKinds.ts'
import type { Route } from './+types/StaffPaperFailures'

export { staffPaperFailures as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(paperFailures.load)

const tones = { retrying: 'warn', left: 'bad' } as const

/** 未开成的票据: papers that were due after a payment was booked and could not be issued, with the reason. */
export default function StaffPaperFailures({ loaderData }: Route.ComponentProps) {
  const kinds = useKinds()
  const mayRetry = useMay('staff:finance')
  return (
    <RegisterTable
      of={paperFailures}
      loaded={loaderData}
      unit="张"
      filters={registerFilters(paperFailureFilters, { kind: kinds })}
      acts={(chosen, done) =>
        mayRetry && (
          <ActsOnMany
            rows={chosen}
            nameOf={({ payer, about }) => `${payer} ${about}`}
            unit="张"
            acts={[
              {
                code: 'retry',
                name: '重试',
                intro: '立即再开一次。开成的从这里消失，列入收据或电子票据，缴费人收到消息；仍不成的写明原因。',
                fields: [],
              },
            ]}
            changed={done}
            send={(_, ids) => browserApi('POST /staff/paperFailure/retry', { ids })}
          />
        )
      }
      actions={
        <>
          <Link to="/staff/receipt-series">收据系列</Link>
          <Link to="/staff/e-invoices/rules">开票规则</Link>
        </>
      }
      empty={{
        title: '没有未开成的票据',
        children: <p>到账后应自动开具、没有开成的收据和电子票据列在这里，写明原因；多次不成的由财务处理。</p>,
      }}
      cells={{
        about: ({ receivableId, about }) => <Link to={`/staff/receivables/${receivableId}`}>{about}</Link>,
        amount: ({ amount }) => formatYuan(amount),
        stateName: row => <StateTag of={row} tones={tones} />,
      }}
    />
  )
}
