// The three things that every client does, with the client that openapi-generator makes for TypeScript.
import { Configuration, JuiceApi, OpenmarketApi, OpenmarketFormCurrencyEnum, OpenmarketFormToJSON, Problem, ProblemFromJSON,
    ResponseError } from '../client/dist';

declare const process: { argv: string[]; exitCode: number };
declare function require(name: 'fs'): { readFileSync(name: string): Uint8Array };

async function main() {
    const [basePath, identifier, secret, ...files] = process.argv.slice(2);
    const configuration = new Configuration({ basePath });
    const juice = new JuiceApi(configuration);
    const market = new OpenmarketApi(configuration);

    const order = await juice.juiceOrder({ juiceOrderParams: { juice: 'mango', quantity: 2 } });
    let problem: Problem;
    try {
        await juice.juiceOrder({ juiceOrderParams: { juice: 'strawberry', quantity: 1000 } });
        throw new Error('nothing was refused');
    } catch (error) {
        if (!(error instanceof ResponseError)) throw error;
        problem = ProblemFromJSON(await error.response.json());
    }

    const form = OpenmarketFormToJSON({
        secret, name: '망고 한 상자', description: '잘 익은 망고 열 개입니다.', price: 10.1,
        currency: OpenmarketFormCurrencyEnum.Usd, stock: 3_000_000,
    });
    const images = files.map((name) => new Blob([require('fs').readFileSync(name)], { type: 'image/png' }));
    const made = await market.openmarketProductsRegister({ identifier, params: JSON.stringify(form), images });
    const product = await market.openmarketProductsGet({ id: made.id });
    const picture = await market.openmarketImagesGet({ id: product.images?.[0]?.id ?? 0 });

    console.log(JSON.stringify({
        order: { juice: order.juice, quantity: order.quantity, used: order.used[0]?.quantity },
        refusal: {
            status: problem.status, reason: problem.reason,
            shortages: (problem.shortages ?? []).map((one) => [one.fruit, one.required, one.available]),
        },
        product: {
            name: product.name, price: product.price, currency: product.currency, stock: product.stock,
            images: product.images?.length, bytes: picture.size,
        },
    }));
}

main().catch((error) => {
    console.error(error);
    process.exitCode = 1;
});
