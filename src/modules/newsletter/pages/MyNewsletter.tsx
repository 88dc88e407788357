import { Button } from 'antd'
import { Link } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { CONSENT } from '../newsletterWords.ts'
import type { Route } from './+types/MyNewsletter'

export { myNewsletter as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /member/newsletter', {}))

/** 简报订阅: whether the account gets newsletters at its address. */
export default function MyNewsletter({ loaderData: { isOn, email } }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const { submit, busy, error } = useSubmit('POST /member/newsletter')
  const choose = async () => {
    const chosen = await submit({ isOn: !isOn })
    if (!chosen) return
    announce(chosen.isOn ? '已订阅' : '已退订')
    void revalidate()
  }
  return (
    <section className="centre-card">
      <h2>简报订阅</h2>
      <p>
        {email
          ? isOn
            ? `简报发到您登记的邮箱 ${email}。`
            : `订阅后，简报发到您登记的邮箱 ${email}。`
          : '您的账号还没有登记邮箱，登记后才能订阅。'}
      </p>
      <p>{CONSENT}</p>
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        <Button
          type={isOn ? 'default' : 'primary'}
          disabled={!isOn && !email}
          loading={busy}
          onClick={() => void choose()}
        >
          {isOn ? '退订' : '订阅'}
        </Button>
        <Link to="/admin/newsletter">看已发出的简报</Link>
      </div>
    </section>
  )
}
