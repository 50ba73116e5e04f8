import { OrdersOf } from '../../../features/orders/orders-table';
import { AuditOf } from '../../../features/users/audit/audit-log';
import { Person } from '../../../features/users/users-table';
import { SectionTitle } from '../../../ui/card';
import { adminText as text } from '../texts';

/** Everything about a person: account, orders, and the audit log of changes to them or, for an admin, by them. */
export function PersonPage({ id }: { id: string }) {
  return (
    <Person id={id}>
      {({ role, farmId }) => (
        <>
          {role !== 'admin' && (
            <section aria-labelledby="person-orders">
              <SectionTitle id="person-orders">
                {role === 'farmer' ? text.ordersOfFarm : text.orders}
              </SectionTitle>
              {role === 'farmer' && farmId === null ? (
                <p className="text-ink-soft">{text.noFarm}</p>
              ) : (
                <OrdersOf filter={farmId === null ? { customer: id } : { farm: farmId }} />
              )}
            </section>
          )}
          <section aria-labelledby="person-history">
            <SectionTitle id="person-history">{text.history}</SectionTitle>
            <AuditOf filter={{ target: id }} />
          </section>
          {role === 'admin' && (
            <section aria-labelledby="person-acts">
              <SectionTitle id="person-acts">{text.acts}</SectionTitle>
              <AuditOf filter={{ actor: id }} />
            </section>
          )}
        </>
      )}
    </Person>
  );
}
