import { redirect } from 'react-router'
import type { Route } from './+types/BoardAddress'

/** Redirects links and bookmarks from before meetings had their own module. */
export const clientLoader = ({ params: { id } }: Route.ClientLoaderArgs) =>
  redirect(id ? `/staff/meetings/${id}` : '/staff/meetings')

export default () => null
