import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { EditorFold } from './editor-fold'
import {
  AFFILIATE_CONTROLS,
  COUPON_CONTROLS,
  type Controls,
  FILING_CONTROLS,
  SectionFields,
  type SectionProps,
  TERMS_CONTROLS,
} from './editor-sections'
import { FaqsEditor } from './faqs-editor'
import { contentsOfDraft, FOLD_LINES } from './fold-lines'
import { MEDIA_CONTROLS } from './media-section'
import { PlansEditor } from './plans-editor'
import { ProsConsEditor } from './pros-cons-editor'

const LIST_CONTROLS: Controls<'lists'> = {
  plans: ({ draft }) => <PlansEditor initial={draft.planRows()} errorsOf={draft.errorsOf} />,
  // Below the plans, whose columns its values are.
  limits: () => null,
  pros_cons: ({ draft }) => <ProsConsEditor initial={draft.rows('pros_cons')} errorsOf={draft.errorsOf} />,
  faqs: ({ draft }) => <FaqsEditor initial={draft.rows('faqs')} errorsOf={draft.errorsOf} />,
}
const { plans, limits, pros_cons, faqs } = LIST_CONTROLS

type Fold = Pick<SectionProps, 'columns' | 'controls'> & { title: string; name: keyof typeof FOLD_LINES }

const FOLDS: Fold[] = [
  { title: 'Terms', name: 'terms', columns: 3, controls: TERMS_CONTROLS },
  { title: 'Plans', name: 'plans', controls: { plans, limits } },
  { title: 'Coupon', name: 'coupon', columns: 2, controls: COUPON_CONTROLS },
  { title: 'Media', name: 'media', controls: MEDIA_CONTROLS },
  { title: 'Affiliate link', name: 'affiliate', controls: AFFILIATE_CONTROLS },
  { title: 'Pros & Cons', name: 'pros_cons', controls: { pros_cons } },
  { title: 'FAQs', name: 'faqs', controls: { faqs } },
  { title: 'Tags and slug', name: 'filing', controls: FILING_CONTROLS },
]

type MoreFoldsProps = Omit<SectionProps, 'columns' | 'controls'> & {
  /** Changes with each answer of the server. */
  answer: string
}

/** What most deals need little of. A fold is open when it holds an error, or something that the server just changed. */
export function MoreFolds({ answer, ...props }: MoreFoldsProps) {
  const { draft, fetching } = props
  return (
    <Box aria-labelledby="more">
      <BoxHead>
        <BoxTitle id="more">More</BoxTitle>
        <span className="text-small text-muted-foreground">Open what you need</span>
      </BoxHead>
      {FOLDS.map(({ title, name, ...fold }) => {
        const line = FOLD_LINES[name](contentsOfDraft(draft))
        const fields = Object.keys(fold.controls)
        const error = draft.firstErrorOf(fields)
        const isOpen = error !== undefined || fields.some(fetching.isFilled) || (draft.isReturned && line !== '')
        return (
          <EditorFold key={name} id={name} describe={FOLD_LINES[name]} {...{ title, line, error, isOpen, answer }}>
            {/* Rows are mounted again when the server sends the form back, because its errors name them by their new index. */}
            <SectionFields key={answer} {...props} {...fold} />
          </EditorFold>
        )
      })}
    </Box>
  )
}
