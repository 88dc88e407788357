import './minutes.css'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { MyCodeField } from '#modules/accounts/own/pages/MyCodeField.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/MyMinutes'
import { MinutesText } from './MinutesText.tsx'
import { minutesTones } from './tones.ts'

export { myMinutes as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  return { id, minutes: await api('GET /meeting/minutes', { id }) }
})

type OwnMinutes = Output<ApiContract['GET /meeting/minutes']>['versions'][number]
type OwnAnswer = OwnMinutes['answers'][number]

/** The minutes of a meeting as whoever attended reads them: answered for each own seat, signed where the caller is asked to. */
export default function MyMinutes({ loaderData }: Route.ComponentProps) {
  const { id } = loaderData
  const { data: of, reload } = useLoaded(loaderData.minutes)
  useScreenName(`${of.title}　纪要`)
  return (
    <>
      {of.versions.length === 0 && (
        <section className="centre-card">
          <h2>{of.title}　会议纪要</h2>
          <Empty title="还没有请您核对的会议纪要">
            <p>纪要征求意见、签署后会给到会的席位发消息。</p>
          </Empty>
        </section>
      )}
      {of.versions.map(one => (
        <Version key={one.minutesId} of={one} title={of.title} changed={reload} />
      ))}
      <p>
        <Link to={`/admin/user/meetings/${id}`}>回到会议</Link>
      </p>
    </>
  )
}

type Props = { of: OwnMinutes; title: string; changed: () => void }

function Version({ of, title, changed }: Props) {
  const isCurrent = of.asked !== null || of.state === 'signed' || of.answers.some(({ canAnswer }) => canAnswer)
  const text = <MinutesText content={of.content} />
  return (
    <section className="centre-card">
      <div className="centre-card-head">
        <h2>
          {title}　纪要第 {of.number} 稿
        </h2>
        <StateTag of={of} tones={minutesTones} />
      </div>
      <Facts
        facts={[
          ['更正的原因', of.reason],
          ['请于此前答复', of.state === 'circulating' && of.answerBy],
          [
            '签署',
            of.signatures
              .map(
                ({ roleName, name, signedAt }) =>
                  `${roleName} ${name}${signedAt ? `（${minute(signedAt)}）` : '（未签署）'}`,
              )
              .join('、'),
          ],
        ]}
      />
      {isCurrent ? (
        text
      ) : (
        <details>
          <summary>查看第 {of.number} 稿全文</summary>
          {text}
        </details>
      )}
      {of.state === 'signed' && (
        <SaveButton save={() => saveFile('GET /meeting/minutes/file', { minutesId: of.minutesId })}>
          下载已签署的纪要
        </SaveButton>
      )}
      {of.answers.map(one => (
        <Answer key={`${one.replyId} ${one.answeredAt}`} of={one} changed={changed} />
      ))}
      {of.asked && <Sign of={of} asked={of.asked} changed={changed} />}
    </section>
  )
}

function Answer({ of, changed }: { of: OwnAnswer; changed: () => void }) {
  const [correction, setCorrection] = useState(of.correction)
  const { submit, busy, error, fields } = useSubmit('POST /meeting/minutes/reply')
  const send = async (text: string) => {
    if (!(await submit({ replyId: of.replyId, correction: text }))) return
    announce(text ? '更正意见已送达协会' : '已答复无意见')
    changed()
  }
  const said = of.answeredAt === null ? '未答复' : of.correction ? '已提出更正' : '无意见'
  return (
    <section className="minutes-answer">
      <h3>
        {of.seatName} <Tag tone={of.answeredAt === null ? 'warn' : 'good'}>{said}</Tag>
      </h3>
      {of.verdict && (
        <p>
          协会{of.verdictName}：{of.verdictText}
        </p>
      )}
      {of.canAnswer ? (
        <Form
          fields={[
            {
              name: 'correction',
              label: '更正',
              section: '',
              kind: 'paragraph',
              max: 2000,
              hint: '写明哪一项、应怎样写；没有要更正的，直接答复“无意见”。期限前可以改。',
            },
          ]}
          values={{ correction }}
          onChange={values => setCorrection(String(values.correction ?? ''))}
          errors={fields}
          onSubmit={() => void send(correction)}
        >
          <Problem>{error?.message}</Problem>
          <div className="form-actions">
            <button type="submit" className="button primary" disabled={busy || !correction.trim()}>
              提出更正
            </button>
            <button type="button" className="button" disabled={busy} onClick={() => void send('')}>
              无意见
            </button>
          </div>
        </Form>
      ) : (
        of.correction && <p>{of.correction}</p>
      )}
    </section>
  )
}

type SignProps = { of: OwnMinutes; asked: NonNullable<OwnMinutes['asked']>; changed: () => void }

/** The statement, the digest of what stands above, and the code that was sent to the own phone. */
function Sign({ of, asked, changed }: SignProps) {
  const [code, setCode] = useState('')
  const { submit, busy, error, fields } = useSubmit('POST /meeting/minutes/sign')
  const sign = async (event: FormEvent) => {
    event.preventDefault()
    const done = await submit({ minutesId: of.minutesId, digest: asked.digest, code })
    if (done) announce('已签署')
    changed()
  }
  if (!asked.phone) return <p role="alert">本账号没有登记手机号，不能在线签署；请联系协会改为纸上签名。</p>
  return (
    <section className="minutes-answer">
      <h3>签署</h3>
      <p>{asked.statement}签署后不能撤回。</p>
      <p className="minutes-digest">内容摘要 {asked.digest}</p>
      <form className="form" noValidate onSubmit={sign}>
        <p>验证码发到本账号的手机 {asked.phone}。</p>
        <MyCodeField
          name="code"
          label="短信验证码"
          scene="signMinutes"
          value={code}
          onChange={setCode}
          error={fields.code}
        />
        {!fields.code && <Problem>{error?.message}</Problem>}
        <div className="form-actions">
          <button type="submit" className="button primary" disabled={busy || !code}>
            签署第 {of.number} 稿
          </button>
        </div>
      </form>
    </section>
  )
}
