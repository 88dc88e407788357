import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { CaptchaField } from '#modules/accounts/pages/CaptchaField.tsx'
import { useCaptcha } from '#modules/accounts/pages/useCaptcha.ts'
import { Day } from '#ui/Day.tsx'
import { Empty } from '#ui/Empty.tsx'
import { LightField } from '#ui/form/light/LightField.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { subscriptionFields } from '../newsletterForm.ts'
import { CONSENT, DAYS_TO_CONFIRM } from '../newsletterWords.ts'
import type { Route } from './+types/Newsletters'
import './newsletters.css'

const CRUMBS = [{ name: '简报', route: '/admin/newsletter' }]

const load = async (api: Api, { query }: Address) => ({
  page: await api('GET /newsletter/list', { pageSize: 20, pageNum: query.pageNum ?? 1 }),
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) =>
  columnHead(args, { crumbs: CRUMBS, description: '协会简报：已发出的各期，以及用邮箱订阅。', kind: '服务' })

/** 简报: all issues that were sent, and the form by which readers ask for them. */
export default function Newsletters({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(CRUMBS)} title="简报">
        协会近期的资讯、培训与活动，定期用邮件发给订阅的读者。
      </PageHead>
      {page.list.length === 0 ? (
        <Empty title="还没有发出简报">
          <p>订阅后，第一期发出时您会收到。</p>
        </Empty>
      ) : (
        <ul role="list" className="newsletter-list">
          {page.list.map(({ id, title, publishTime }) => (
            <li key={id}>
              <a href={`/admin/newsletter/${id}`}>{title}</a>
              <Day of={publishTime} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} unit="期" />
      <Subscribe />
    </div>
  )
}

function Subscribe() {
  const captcha = useCaptcha()
  const [isDone, setDone] = useState(false)
  const form = useLightForm(async ({ email = '', agree }) => {
    await captcha.send(given =>
      browserApi('POST /newsletter/subscribe', { email, agree: agree !== undefined && agree !== '', ...given }),
    )
    captcha.dismiss()
    setDone(true)
  })
  return (
    <section className="newsletter-subscribe" aria-labelledby="subscribe">
      <h2 id="subscribe">用邮箱订阅</h2>
      {isDone ? (
        <p role="status">
          {`如果这个邮箱还没有订阅，确认邮件已经发出。请在 ${DAYS_TO_CONFIRM} 天内打开其中的链接确认；没有收到时，请看垃圾邮件。`}
        </p>
      ) : (
        <LightForm of={form} label="订阅简报" action="订阅" busy="正在提交…">
          <p>{CONSENT}</p>
          {subscriptionFields.map(field => (
            <LightField key={field.name} field={field} error={form.errors[field.name]} value="" />
          ))}
          <CaptchaField captcha={captcha} error={form.errors.captcha} />
        </LightForm>
      )}
    </section>
  )
}
