import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { costWords } from '../sms.ts'
import './mailing.css'

type Preview = Output<ApiContract['POST /staff/mailing/preview']>

/** Recipients, cost, missing values, and the text as the first recipient will read it. */
export function MailingPreview({ of, sms }: { of: Preview; sms: string }) {
  const { people, phones, mails, words, smsParts, textPrice, missing, sample } = of
  return (
    <div className="mailing-preview">
      <p role="status">
        <b>
          {words}：{people} 个账号
        </b>
        ，其中 {phones} 个有手机号，{mails} 个有邮箱。
        {sms && `短信共 ${smsParts} 条${costWords(smsParts, textPrice)}。`}
      </p>
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
