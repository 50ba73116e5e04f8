import { Copy } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { emailSchema, farmRoleSchema, type InvitedDto } from '#libs/contracts';
import { errorCode } from '../../lib/api/api';
import { copyText } from '../../lib/browser/export';
import { FormError, useForm } from '../../lib/forms/use-form';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field, Form, FormActions, Input, Select } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { QrCode } from '../../ui/qr-code';
import { useToast } from '../../ui/toast';
import { useInvite } from './team';
import { teamText as text } from './texts';

const schema = z.strictObject({
  role: farmRoleSchema,
  email: z.union([z.literal(''), emailSchema]),
});

/** Invites somebody to the team that was shown in this version. */
export function InviteDialog({
  version,
  onInvited,
  onClose,
}: {
  version: number;
  onInvited: (invited: InvitedDto, email: string | null) => void;
  onClose: () => void;
}) {
  const { mutateAsync } = useInvite();
  const [role, setRole] = useState<z.infer<typeof farmRoleSchema>>('packer');
  const form = useForm({
    schema,
    messages: text.wrong,
    onSubmit: async ({ email, ...invite }) => {
      try {
        const invited = await mutateAsync({ ...invite, version, ...(email !== '' && { email }) });
        onInvited(invited, email === '' ? null : email);
      } catch (error) {
        if (errorCode(error) === 'VERSION_CONFLICT') throw new FormError({ '': text.conflict });
        throw error;
      }
    },
  });
  return (
    <Dialog open onClose={onClose} title={text.inviteTitle}>
      <Form form={form} labels={{ role: text.role, email: text.email }}>
        <Field name="role" label={text.role} hint={text.roleHints[role]}>
          <Select
            value={role}
            onChange={(event) => setRole(farmRoleSchema.parse(event.target.value))}
          >
            {farmRoleSchema.options.map((one) => (
              <option key={one} value={one}>
                {text.roles[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="email" label={text.email} hint={text.emailHint} optional>
          <Input type="email" autoComplete="off" />
        </Field>
        <FormActions send={text.send} cancel={text.close} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** The link of an invitation, as a QR code and to copy. It is not shown again. */
export function LinkDialog({
  link,
  email,
  onClose,
}: {
  link: string;
  email: string | null;
  onClose: () => void;
}) {
  const toast = useToast();
  const copy = async () => {
    const isCopied = await copyText(link);
    toast(isCopied ? { title: text.copied } : { tone: 'error', title: text.notCopied });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.linkTitle}
      actions={
        <>
          <Button tone="outline" icon={<Icon of={Copy} size={18} />} onClick={() => void copy()}>
            {text.copy}
          </Button>
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{text.linkLead}</p>
        {email !== null && <p className="break-words">{text.mailed(email)}</p>}
        <QrCode text={link} label={text.picture} />
      </div>
    </Dialog>
  );
}
