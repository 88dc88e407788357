import { listLoader } from '#layouts/screenLoader.ts'
import { certificates } from '#modules/certificates/pages/registers.ts'
import type { Route } from './+types/StaffCertificates'
import { CertificateRegister } from './CertificateRegister.tsx'
import { IssueForm } from './IssueForm.tsx'

export { staffCertificates as handle } from '#modules/certificates/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  if (address.query.has('issue')) return undefined
  const [list, catalogues] = await Promise.all([
    certificates.load(api, address),
    api('GET /staff/certificate/kinds', {}),
  ])
  return { ...list, catalogues }
})

export type CertificateList = NonNullable<Route.ComponentProps['loaderData']>

/** Every certificate of every register; with `?issue=1` a new one. */
export default function StaffCertificates({ loaderData: list }: Route.ComponentProps) {
  return list ? <CertificateRegister list={list} /> : <IssueForm />
}
