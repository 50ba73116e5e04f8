import { Schema, type Types } from 'mongoose';
import {
  type Cents,
  fromThousandths,
  type Id,
  type OrderProblem,
  type PaymentMethodName,
  type ProblemKind,
  type ProblemOutcome,
  type ProblemStatus,
  type Role,
  toDollars,
  type Unit,
  type UploadedPicture,
} from '#libs/contracts';

/** Amounts in thousandths of `unit`, money in cents. */
interface ProblemLine {
  productId: Types.ObjectId;
  name: string;
  image: string;
  unit: Unit;
  price: Cents;
  came: number;
  amount: number;
  kind: ProblemKind;
  refundable: Cents;
}

export interface Answer {
  outcome: ProblemOutcome;
  lines: { productId: Types.ObjectId; cents: Cents }[];
  /** What of it is store credit. */
  credit: Cents;
  reason: string | null;
  by: { userId: Types.ObjectId; role: Role; name: string };
  at: Date;
}

/** A customer's report of a problem with lines of a part that was handed over. */
export interface Problem {
  _id: Types.ObjectId;
  orderId: Types.ObjectId;
  code: string;
  partId: Types.ObjectId;
  farmId: Types.ObjectId;
  farmName: string;
  customer: { _id: Types.ObjectId; name: string };
  payment: PaymentMethodName;
  feeRate: number;
  lines: ProblemLine[];
  text: string | null;
  pictures: UploadedPicture[];
  status: ProblemStatus;
  /** Part and product of each line while it is open: one open report per line. */
  openLines?: string[];
  reportedAt: Date;
  answer: Answer | null;
  version: number;
}

export const PROBLEM = 'Problem';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const optional = { type: String, default: null } as const;
const number = { type: Number, required: true } as const;
const date = { type: Date, required: true } as const;
export const problemSchema = new Schema<Problem>(
  {
    orderId: id,
    code: text,
    partId: id,
    farmId: id,
    farmName: text,
    customer: { _id: id, name: text },
    payment: text,
    feeRate: number,
    lines: [
      {
        _id: false,
        productId: id,
        name: text,
        image: text,
        unit: text,
        price: number,
        came: number,
        amount: number,
        kind: text,
        refundable: number,
      },
    ],
    text: optional,
    pictures: { type: Schema.Types.Mixed, required: true },
    status: text,
    openLines: { type: [String], default: undefined },
    reportedAt: date,
    answer: {
      type: new Schema(
        {
          outcome: text,
          lines: [{ _id: false, productId: id, cents: number }],
          credit: number,
          reason: optional,
          by: { userId: id, role: text, name: text },
          at: date,
        },
        { _id: false },
      ),
      default: null,
    },
    version: number,
  },
  { collection: 'problems', versionKey: false },
);
// Also of two reports at once, one is refused.
problemSchema.index({ openLines: 1 }, { unique: true, sparse: true });
problemSchema.index({ orderId: 1, _id: -1 });
problemSchema.index({ status: 1, _id: -1 });
problemSchema.index({ farmId: 1, _id: -1 });
problemSchema.index({ 'customer._id': 1, _id: -1 });
problemSchema.index({ farmId: 1, status: 1, _id: -1 });

export const openLine = (partId: Types.ObjectId, productId: Types.ObjectId | Id): string =>
  `${partId.toString()}:${productId.toString()}`;

export function toOrderProblem(problem: Problem): OrderProblem {
  const { customer, answer } = problem;
  return {
    _id: problem._id.toString(),
    orderId: problem.orderId.toString(),
    code: problem.code,
    partId: problem.partId.toString(),
    farmId: problem.farmId.toString(),
    farmName: problem.farmName,
    customer: { _id: customer._id.toString(), name: customer.name },
    payment: problem.payment,
    feeRate: problem.feeRate,
    lines: problem.lines.map((line) => ({
      productId: line.productId.toString(),
      name: line.name,
      image: line.image,
      unit: line.unit,
      price: toDollars(line.price),
      came: fromThousandths(line.came),
      quantity: fromThousandths(line.amount),
      kind: line.kind,
      refundable: toDollars(line.refundable),
    })),
    text: problem.text,
    pictures: problem.pictures,
    status: problem.status,
    reportedAt: problem.reportedAt.toISOString(),
    answer: answer && toAnswer(answer),
    version: problem.version,
  };
}

const toAnswer = ({ outcome, lines, credit, reason, by, at }: Answer): OrderProblem['answer'] => ({
  outcome,
  lines: lines.map(({ productId, cents }) => ({
    productId: productId.toString(),
    amount: toDollars(cents),
  })),
  amount: toDollars(lines.reduce((sum, { cents }) => sum + cents, 0)),
  ...(credit > 0 && { credit: toDollars(credit) }),
  reason,
  by: { role: by.role, name: by.name },
  at: at.toISOString(),
});
