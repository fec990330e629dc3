import { Icon, type IconName } from '~/ui/icon'

const SAY = [
  'What you use it for and how long',
  'What works, what does not, with one example each',
  'What changed after you bought it',
  'Whether you would buy it again at that price',
]

const LEAVE_OUT = [
  'Codes and links that earn you something',
  'Order numbers and private addresses',
  'What you only heard from others',
  'The same text a second time',
]

export function ReviewRules() {
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews">Reviews</h2>
      <p className="under">Tell the next buyer what you would have liked to know.</p>
      <div className="pros-cons">
        <div className="pros-cons__columns">
          <Side className="pros-cons__pro" heading="Say" icon="check" rules={SAY} />
          <Side className="pros-cons__con" heading="Leave out" icon="x" rules={LEAVE_OUT} />
        </div>
      </div>
    </section>
  )
}

type SideProps = { className: string; heading: string; icon: IconName; rules: string[] }

function Side({ className, heading, icon, rules }: SideProps) {
  return (
    <div className={className}>
      <h3>{heading}</h3>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>
            <Icon name={icon} />
            <span>{rule}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
