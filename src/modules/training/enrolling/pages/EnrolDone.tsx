import { useEffect, useRef } from 'react'
import { formatYuan } from '#lib/money.ts'
import { CopyButton } from '#ui/failed/CopyButton.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Link } from '#ui/router/router.tsx'
import type { Enrolment, Receipt } from './enrolmentCalls.ts'

type Props = { title: string; receipt: Receipt; phone: string; own: Enrolment | null }

/** Shows number and query code, large enough for a screenshot; states clearly if it is only the waiting list. */
export default function EnrolDone({ title, receipt: { regNo, queryCode, status, rest }, phone, own }: Props) {
  const ahead = own?.reg?.ahead ?? null
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current!.focus(), [])
  const isWaiting = status === 'waiting'
  const codes = (number: string | null, code: string) => `${title} 报名编号 ${number} 查询码 ${code}`
  return (
    <section className="enrol-done" aria-labelledby="enrol-done">
      <h2 id="enrol-done" ref={heading} tabIndex={-1} data-state={isWaiting ? 'waiting' : undefined}>
        {isWaiting ? '已为您排队候补' : '报名已提交'}
      </h2>
      <p>
        {isWaiting
          ? `目前名额不够${ahead === null ? '' : `，前面还有 ${ahead} 人`}。有空缺时按先后用短信通知您，请在期限内确认；开始前没有空缺的，候补自动失效，不收费。`
          : '协会审核后用短信通知结果。审核通过后请按通知缴费。'}
      </p>
      <dl className="enrol-codes">
        <div>
          <dt>报名编号</dt>
          <dd>{regNo}</dd>
        </div>
        <div>
          <dt>查询码</dt>
          <dd>{queryCode}</dd>
        </div>
      </dl>
      {own?.reg && (
        <dl className="enrol-facts">
          <dt>人数</dt>
          <dd>{own.reg.personsCount} 人</dd>
          <dt>费用</dt>
          <dd>
            {formatYuan(own.reg.totalFee)} 元{isWaiting ? '（有了名额才缴）' : '（审核通过后缴）'}
          </dd>
          <dt>时间</dt>
          <dd>{keepTogether(`${own.training.startDate} 至 ${own.training.endDate}`)}</dd>
          {!isWaiting && (
            <>
              <dt>接下来</dt>
              <dd>{own.reg.next}</dd>
            </>
          )}
        </dl>
      )}
      {rest && (
        <>
          <p>另有 {rest.personsCount} 人候补，是另一份报名；有空缺时用短信通知您，请在期限内确认。</p>
          <dl className="enrol-codes">
            <div>
              <dt>候补的报名编号</dt>
              <dd>{rest.regNo}</dd>
            </div>
            <div>
              <dt>查询码</dt>
              <dd>{rest.queryCode}</dd>
            </div>
          </dl>
        </>
      )}
      <p>
        <b>请截图保存。</b>编号和查询码也已用短信发送到 {phone}；查询、更正、缴费和取消都凭它们办理。
      </p>
      <p className="form-actions">
        <CopyButton
          text={[codes(regNo, queryCode), rest && `候补：${codes(rest.regNo, rest.queryCode)}`]
            .filter(Boolean)
            .join('；')}
        >
          复制编号和查询码
        </CopyButton>
        <Link className="button" to="/admin/publicity/training/registration">
          查看这份报名
        </Link>
      </p>
    </section>
  )
}
