import { Button } from 'antd'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import type { Input, Output } from '#lib/contract.ts'
import { ReachSummary } from '#ui/act/ReachSummary.tsx'
import { costWords } from '../sms.ts'
import './mailing.css'

type Preview = Output<ApiContract['POST /staff/mailing/preview']>

type Audience = Input<ApiContract['GET /staff/mailing/audience']>
type Props = { of: Preview; sms: string; mail: boolean; audience: Audience }

/** Recipients, cost, missing values, and the text as the first recipient will read it. */
export function MailingPreview({ of, sms, mail, audience }: Props) {
  const { people, words, smsParts, textPrice, missing, sample, reach } = of
  const means = { withSms: sms ? ('1' as const) : undefined, withMail: mail ? ('1' as const) : undefined }
  const others = reach.people - people
  return (
    <div className="mailing-preview">
      <p role="status">
        <b>
          {words}：{people} 个账号{others > 0 && `，另有 ${others} 家没有账号的单位`}
        </b>
        。{sms && `短信共 ${smsParts} 条${costWords(smsParts, textPrice)}。`}
      </p>
      <ReachSummary
        counts={reach}
        sms={sms !== ''}
        mail={mail}
        load={(channel, pageNum) => browserApi('GET /staff/mailing/reach', { ...audience, ...means, channel, pageNum })}
      >
        <p>
          都收不到的可以寄信：
          <Button onClick={() => void saveFile('GET /staff/mailing/addresses', { ...audience, ...means })}>
            导出通讯地址
          </Button>
        </p>
      </ReachSummary>
      {missing.length > 0 && (
        <ul className="field-error">
          {missing.map(({ name, count, examples }) => (
            <li key={name}>
              “{`{${name}}`}”对 {count} 个账号没有内容，发出时这一处留空（所在的括号或整行略去）：{examples.join('、')}
              {count > examples.length && ' 等'}
            </li>
          ))}
        </ul>
      )}
      {sample && (sample.title || sample.content) && (
        <section aria-label="预览">
          <p className="mailing-sample">{sample.name}将看到</p>
          <p>
            <b>{sample.title}</b>
          </p>
          <p>{sample.content}</p>
          {sample.sms && <p>短信：{sample.sms}</p>}
        </section>
      )}
    </div>
  )
}
