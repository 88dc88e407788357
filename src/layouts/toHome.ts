import { redirect } from 'react-router'

/** `/` and `/admin` lead to the home page; the home page has one address that search engines keep. */
export const loader = ({ request }: { request: Request }) =>
  redirect(new URL(request.url).pathname === '/' ? '/admin' : '/admin/home')
