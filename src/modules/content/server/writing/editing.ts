import { iso } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import { escalationsOf } from '#lib/server/oversight/escalations.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { articleStates, mayDelete, mayEdit, moves, stateAfter } from '../../articleStates.ts'
import { reviewHistory } from '../../reviewing/server/review.ts'
import { nameOf, readArticleAccess, readWork } from '../../reviewing/server/work.ts'
import { stepAt } from '../../reviewSteps.ts'

export const editingHandlers = {
  /** The working copy for its editor, with what this person may do with it now. */
  'GET /staff/article/detail': async (ctx, { id }) => {
    const work = await readWork(ctx, id)
    const { article: row, draft, values, version } = work
    const standing = await readArticleAccess(ctx, work)
    const who = signedInActor(ctx)
    const infos = await fileInfos(ctx, [
      ...values.files.map(file => file.id),
      ...(values.coverId ? [values.coverId] : []),
    ])
    const inTrash = row.deletedAt !== null
    const possible = typedKeys(moves).filter(move => stateAfter(move, standing, who))
    return {
      id,
      status: row.status,
      statusName: articleStates[row.status],
      review: standing.review && {
        stepName: stepAt(standing.review.step)?.name ?? null,
        isBarred: standing.review.isBarred,
      },
      reviews: await reviewHistory(ctx, id),
      escalations: await escalationsOf(ctx, 'article', id),
      reason: row.reason,
      version,
      values,
      isChanged: draft ? draft.isChanged : false,
      isPublic: row.status === 'published' && !inTrash,
      scheduledFor: row.scheduledFor && iso(row.scheduledFor),
      publishedAt: row.publishedAt && iso(row.publishedAt),
      deletedAt: row.deletedAt && iso(row.deletedAt),
      createdBy: await nameOf(ctx, row.createdBy),
      origin: row.origin && {
        name: row.origin.name,
        route: who.permissions.includes(row.origin.permission) ? row.origin.route : null,
      },
      editedBy: await nameOf(ctx, draft?.editedBy ?? null),
      editedAt: draft ? iso(draft.editedAt) : null,
      cover: (values.coverId && infos.get(values.coverId)) || null,
      files: values.files.flatMap(file => infos.get(file.id) ?? []),
      canEdit: !inTrash && mayEdit(standing, who),
      canDelete: mayDelete(standing, who),
      moves: inTrash ? [] : possible,
    }
  },
} satisfies Partial<Handlers<typeof staffArticlesContract>>
